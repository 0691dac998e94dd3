/** A chain that makes its blocks on demand and answers JSON-RPC as a node of its kind does. */
export interface SyntheticChain {
  /** Blocks up to this height exist from now on. */
  grow(head: number): void
  answer(method: string, params: readonly unknown[]): unknown
}

/** Empty blocks, or blocks as full as on a busy day of the main network. */
export type BlockSize = 'empty' | 'full'
