/** A chain that is made up as it is asked for, and answers JSON-RPC as a node of its kind does. */
export interface PaperChain {
  /** Blocks up to this height exist from now on. */
  grow(head: number): void
  answer(method: string, params: readonly unknown[]): unknown
}

/** What stands in a block: nothing, or about as much as on a busy day of the main network. */
export type BlockSize = 'empty' | 'full'
