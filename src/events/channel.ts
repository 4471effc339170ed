/** What carries messages from node to node. */
export interface Channel {
  send(message: string): Promise<void>;
  close(): Promise<void>;
}
