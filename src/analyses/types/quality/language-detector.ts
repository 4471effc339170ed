/** Detectable languages, as ISO 639-1 codes. */
export const languages = (
  'am ar az be bg bn ca cs da de el en es et eu fa fi fr gu he hi hr hu hy is it ja ka kn ko ku ' +
  'lo lt lv ml mr ms nl no or pa pl pt ro ru sk sl sq sr sv ta te th tl tr uk ur vi yo zh'
).split(' ');

export interface DetectedLanguage {
  /** The most probable language; empty if none is. */
  readonly language: string;
  /** Scores of the candidate languages, from 0 to 1. */
  getScores(): Readonly<Record<string, number>>;
  isReliable(): boolean;
}

export type DetectLanguage = (text: string) => DetectedLanguage;

/** The data takes about 100 MB and half a second, so it is loaded when a run needs it. */
export async function loadLanguageDetector(): Promise<DetectLanguage> {
  const { eld } = await import('eld/small');
  return (text) => eld.detect(text);
}
