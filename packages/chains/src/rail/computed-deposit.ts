/** The permanent recipients of a computed deposit address. */
export interface DepositTerms {
  /** UUID of the object the address belongs to; its 16 bytes, left-padded, are the salt. */
  readonly id: string
  readonly merchant: string
  readonly platform: string
  readonly feeBps: number
}

/** A computed deposit address with its inputs. */
export interface ComputedDeposit {
  readonly address: string
  readonly factory: string
  readonly initHash: string
  readonly salt: string
}
