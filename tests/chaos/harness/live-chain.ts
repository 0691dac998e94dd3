/** A signed transaction of a payer: sending its bytes again never pays twice. */
export interface Signed {
  readonly txId: string
  readonly raw: string
}

/** A payment to sign, in base units of the asset. */
export interface Payment {
  readonly to: string
  readonly units: bigint
}

/** The payers' money on one chain. */
export interface Wallet {
  /** Signs a payment; nothing is sent. */
  sign(asset: string, payment: Payment): Promise<Signed>
  /** Sends bytes to the node. @throws {RpcRefusal} when it rejects them. */
  send(signed: Signed): Promise<void>
  knows(signed: Signed): Promise<boolean>
}

/** Double-spends of unconfirmed payments, on chains whose transactions spend outputs. */
export interface Rivals {
  /** Keeps an unconfirmed payment in the mempool: the miner leaves it out. */
  holdBack(txId: string): Promise<void>
  /** Signs another transaction over the inputs of a payment. */
  sign(rival: Payment & { readonly txId: string }): Promise<Signed>
  isMined(txId: string): Promise<boolean>
  /** Mines a block of one transaction, past the mempool. */
  mine(rival: Signed): Promise<void>
}

/** A running chain, for payers and faults. */
export interface LiveChain {
  readonly wallet: Wallet
  /** Undefined where a payment cannot be double-spent. */
  readonly rivals?: Rivals
  /** Replaces the newest blocks by others. */
  reorganise(depth: number): Promise<void>
  /** Mines no further block. */
  rest(): Promise<void>
}
