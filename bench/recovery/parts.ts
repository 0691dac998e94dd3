import type { Gated } from '@gateway/tests/chaos/harness/gateway'
import { type Kept, killOnce } from '@gateway/tests/chaos/harness/kept'
import type { Servers } from '@gateway/tests/chaos/harness/servers'
import { ask, type ChaosShop } from '@gateway/tests/chaos/harness/shops'
import { openTemporal } from '@gateway/tests/support/temporal'
import { paymentWorkflowId } from '@gateway/workflows/payments/signals'
import pg from 'pg'

/** A part to kill, and the work that shows its recovery. */
export interface MortalPart {
  readonly name: string
  readonly aimMs: number
  kill(): Promise<void>
  /** Gives the dead part work; the returned check is true once the part has done it. */
  giveWork(): Promise<() => Promise<boolean>>
}

/** The running gateway and its servers. */
export interface Ward {
  readonly servers: Servers
  readonly gated: Gated
  readonly shop: ChaosShop
}

/** As long as the gateway's supervisor waits before it starts a part again. */
const DOWN_MS = 1_000

/** Every part with its aim. */
export const mortalParts = (ward: Ward): readonly MortalPart[] => [
  { name: 'api', aimMs: 3_000, kill: () => killPart(ward, 'api'), giveWork: async () => () => takesPayments(ward) },
  { name: 'worker', aimMs: 10_000, kill: () => killPart(ward, 'worker'), giveWork: () => aBlockToRead(ward) },
  { name: 'signer', aimMs: 10_000, kill: () => killPart(ward, 'signer'), giveWork: () => aPaymentToPin(ward) },
  { name: 'Postgres', aimMs: 10_000, kill: () => killServer(ward.servers.kept.postgres), giveWork: async () => () => takesPayments(ward) },
  { name: 'Temporal', aimMs: 20_000, kill: () => killServer(ward.servers.kept.temporal), giveWork: () => aRunToBegin(ward) },
]

const killPart = ({ gated }: Ward, part: 'api' | 'worker' | 'signer') => killOnce(part, () => gated.gateway.pid(part))
const killServer = (kept: Kept) => kept.kill(DOWN_MS)

const newPayment = ({ gated, shop }: Ward) => ask(gated.gateway.api, shop, { asset: 'ETH', dollars: 5 })

const takesPayments = (ward: Ward): Promise<boolean> =>
  newPayment(ward).then(
    () => true,
    () => false,
  )

async function aBlockToRead(ward: Ward): Promise<() => Promise<boolean>> {
  const { at } = await readRow<{ at: Date }>(ward, 'SELECT clock_timestamp() AS at')
  return async () => {
    const read = "SELECT count(*)::int AS blocks FROM chain_cursor WHERE chain = 'ETH' AND caught_up_at > $1"
    return (await readRow<{ blocks: number }>(ward, read, [at])).blocks > 0
  }
}

async function aPaymentToPin(ward: Ward): Promise<() => Promise<boolean>> {
  const { id } = await newPayment(ward)
  return async () => {
    const pinned = 'SELECT count(*)::int AS pins FROM payout_terms_pin JOIN payment USING (payout_terms_id) WHERE payment.id = $1'
    return (await readRow<{ pins: number }>(ward, pinned, [id])).pins > 0
  }
}

/** Events of a history that a worker has continued. */
const CARRIED_ON = 4

async function aRunToBegin(ward: Ward): Promise<() => Promise<boolean>> {
  const { id } = await newPayment(ward)
  return async () => {
    const client = await openTemporal(ward.gated).catch(() => undefined)
    const run = await client?.workflow
      .getHandle(paymentWorkflowId(id))
      .describe()
      .catch(() => undefined)
    await client?.connection.close()
    return (run?.historyLength ?? 0) >= CARRIED_ON
  }
}

async function readRow<Row extends pg.QueryResultRow>({ gated }: Ward, query: string, values: unknown[] = []): Promise<Row> {
  const sql = new pg.Client(gated.around.databaseUrl)
  await sql.connect()
  const { rows } = await sql.query<Row>(query, values).finally(() => sql.end())
  if (!rows[0]) throw new Error('the database did not answer')
  return rows[0]
}
