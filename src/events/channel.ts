/** Carries messages between nodes. */
export interface Channel {
  send(message: string): Promise<void>;
  close(): Promise<void>;
}
