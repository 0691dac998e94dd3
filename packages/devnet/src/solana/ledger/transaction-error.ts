import { FailedTransactionMetadata } from 'litesvm'

/**
 * The error of a failed transaction in the form of nodes: `AccountNotFound`, `{ InstructionError: [0, { Custom: 1 }] }`,
 * `{ InsufficientFundsForRent: { account_index: 1 } }`. The machine tells it as Rust prints it.
 * Source: `TransactionError` of the Solana SDK.
 */
export function errorOf(outcome: object): unknown {
  if (!(outcome instanceof FailedTransactionMetadata)) return null
  const printed = /err: (.+?), meta: /.exec(outcome.toString())?.[1] ?? 'InternalError'
  return readPrinted(printed)
}

function readPrinted(printed: string): unknown {
  const called = /^(\w+)\((.*)\)$/.exec(printed)
  if (called) return { [called[1] ?? '']: argumentsOf(called[2] ?? '') }
  const named = /^(\w+) \{ (\w+): (\d+) \}$/.exec(printed)
  if (named) return { [named[1] ?? '']: { [named[2] ?? '']: Number(named[3]) } }
  return printed
}

function argumentsOf(text: string): unknown {
  const values = text.split(/, /).map((part) => (/^\d+$/.test(part) ? Number(part) : readPrinted(part)))
  return values.length === 1 ? values[0] : values
}
