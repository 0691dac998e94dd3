/** What exactly one transaction can consume: an output, by its transaction and number, or a sender's nonce. */
export interface TransactionInput {
  /** The transaction whose output it is, or the sender, as a watch key. */
  readonly resource: string
  /** The number of the output, or the nonce. */
  readonly sequence: number
}

/** An input with the transaction that consumes it. */
export interface SpentInput extends TransactionInput {
  readonly txId: string
}

/** True when two transactions consume the same inputs in any order, so that only one of them can be mined. */
export function consumeTheSame(one: readonly TransactionInput[], other: readonly TransactionInput[]): boolean {
  const own = new Set(one.map(keyOf))
  return one.length === other.length && other.every((input) => own.has(keyOf(input)))
}

const keyOf = ({ resource, sequence }: TransactionInput): string => `${resource} ${sequence}`
