import { accountBounds, type LedgerTransfer, type PostingKey, type TransferKind } from '@gateway/domain/ledger/entry'
import { reversed } from '@gateway/domain/ledger/templates'

/** The ledger of one world, with the guards that the database has. */
export interface Book {
  readonly balances: Map<string, bigint>
  readonly posted: Map<string, LedgerTransfer>
  /** Keys of reversed transfers. */
  readonly takenBack: Set<string>
}

/** An invariant of the model does not hold. */
class Untrue extends Error {}

/** Fails unless it holds. @throws {Untrue} */
export function holds(condition: boolean, sentence: string): asserts condition {
  if (!condition) throw new Untrue(sentence)
}

/** An empty ledger. */
export const newBook = (): Book => ({ balances: new Map(), posted: new Map(), takenBack: new Set() })

/** Names a transfer as the ledger's unique key does. */
const keyOf = (kind: TransferKind, { ref, revision }: PostingKey, reverses: string | null = null): string =>
  `${kind}|${ref}|${revision}|${reverses ?? ''}`

/** Posts a transfer; does nothing if it was posted before. @throws {Untrue} when it does not balance or breaks a bound. */
export function post(book: Book, transfer: LedgerTransfer): void {
  const key = keyOf(transfer.kind, transfer, transfer.reverses)
  if (book.posted.has(key)) return
  book.posted.set(key, transfer)
  holds(transfer.entries.reduce((sum, { units }) => sum + units, 0n) === 0n, `${key} balances`)
  for (const { code, owner, units } of transfer.entries) {
    const account = `${code} ${owner}`
    const balance = (book.balances.get(account) ?? 0n) + units
    const { floor, ceiling } = accountBounds[code]
    holds((floor === null || balance >= floor) && (ceiling === null || balance <= ceiling), `${key} leaves ${balance} on ${account}`)
    book.balances.set(account, balance)
  }
}

/** Reverses a posted transfer, once for each orphaned block. */
export function takeBack(book: Book, kind: TransferKind, { blockHash, ...key }: PostingKey & { readonly blockHash: string }): void {
  const original = book.posted.get(keyOf(kind, key))
  if (!original) return
  post(book, reversed(original, { id: keyOf(kind, key), blockHash }))
  book.takenBack.add(keyOf(kind, key))
}

/** True while a transfer is posted and not reversed. */
export const stands = (book: Book, kind: TransferKind, key: PostingKey): boolean =>
  book.posted.has(keyOf(kind, key)) && !book.takenBack.has(keyOf(kind, key))

/** Balance of all owners of an account. */
export function balanceOf(book: Book, code: keyof typeof accountBounds): bigint {
  return [...book.balances].reduce((sum, [account, balance]) => (account.startsWith(`${code} `) ? sum + balance : sum), 0n)
}
