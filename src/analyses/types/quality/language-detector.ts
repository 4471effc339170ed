/** The languages that can be told apart, by their ISO 639-1 codes. */
export const languages = (
  'am ar az be bg bn ca cs da de el en es et eu fa fi fr gu he hi hr hu hy is it ja ka kn ko ku ' +
  'lo lt lv ml mr ms nl no or pa pl pt ro ru sk sl sq sr sv ta te th tl tr uk ur vi yo zh'
).split(' ');

export interface DetectedLanguage {
  /** The likeliest one; empty when none is likely. */
  readonly language: string;
  /** Of each likely language, between 0 and 1. */
  getScores(): Readonly<Record<string, number>>;
  isReliable(): boolean;
}

export type DetectLanguage = (text: string) => DetectedLanguage;

/** Its word parts take about 100 MB and half a second, so they are read when a run needs them. */
export async function loadLanguageDetector(): Promise<DetectLanguage> {
  const { eld } = await import('eld/small');
  return (text) => eld.detect(text);
}
