/** Carries messages between nodes. */
export interface Channel {
  send(message: string): Promise<void>;
  close(): Promise<void>;
}

export interface ChannelUser {
  receive(message: string): void;
  /** The channel carries messages, for the first time or again. */
  onOpen(): void;
}
