import { readFileSync } from 'node:fs'

/** Assets that are judged. */
export type Asset = 'BTC' | 'ETH' | 'USDC_ETH'

/** A payment as the shop knows it, and what its customer did. */
export interface CaseOrder {
  readonly n: number
  readonly id: string
  readonly businessId: string
  readonly asset: Asset
  readonly address: string
  /**
   * `exact`, `over`, `stray`, `twice` (in two rounds), `respent` and, at the one rate of a run, `late` are to be forwarded; `under`, `back` and `never`
   * are to expire.
   */
  readonly behaviour: 'exact' | 'over' | 'late' | 'under' | 'back' | 'never' | 'twice' | 'stray' | 'respent'
  /** Base units that the customer signed away to the address. */
  readonly sentUnits: string
  /** Base units of USDC_ETH that the customer has sent to an address that waits for ether. */
  readonly strayUnits: string
  /** Where the customer has asked for what was sent; nobody else pays to this address. */
  readonly returnTo?: string
}

/** A business: what its webhooks are signed with, and where its money goes, by chain. */
interface CaseShop {
  readonly businessId: string
  readonly secret: string
  readonly wallets: Readonly<Record<'BTC' | 'ETH', string>>
}

/** Everything the oracle is told. The rest it reads for itself from the database, the nodes and the receiver's log. */
export interface Case {
  readonly databaseUrl: string
  readonly bitcoinRpc: string
  readonly ethereumRpc: string
  /** Contract of the token that USDC_ETH is. */
  readonly usdc: string
  /** Address that sends and pays the gas on ETH. */
  readonly relayer: string
  /** Where fees go; nobody else pays to these addresses. */
  readonly platform: Readonly<Record<'BTC' | 'ETH', string>>
  readonly shops: readonly CaseShop[]
  readonly orders: readonly CaseOrder[]
  /** Nothing was killed and no node lied, so everything is swift. */
  readonly calm: boolean
  /** Requests for a payment whose answer did not arrive: each may have made one all the same. */
  readonly unanswered: number
  /** JSON lines: when the shops' server was away, then what it was sent and what it answered, in the order of hearing it. */
  readonly receiverLog: string
  /** JSON lines: what the watcher found during the run. */
  readonly watcherLog: string
}

/** A case from its file. */
export const readCase = (file: string): Case => JSON.parse(readFileSync(file, 'utf8')) as Case // Written by whoever wants a judgement.

/** The chain that carries an asset. */
export const chainOf = (asset: Asset): 'BTC' | 'ETH' => (asset === 'BTC' ? 'BTC' : 'ETH')

/** Lines of JSON, of a shape that the caller knows. */
export function readLines<T>(file: string): T[] {
  const text = readFileSync(file, 'utf8')
  // The writer may have been killed in the middle of its last line.
  const whole = text.slice(0, text.lastIndexOf('\n') + 1)
  return whole.split('\n').flatMap((line) => (line === '' ? [] : [JSON.parse(line) as T])) // Each file has one writer.
}
