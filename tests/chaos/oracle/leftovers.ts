import { type Check, type Evidence, lineOf, rowsOf } from './judgement.ts'
import { strandedSends } from './sends.ts'

/** C9: every creation is counted, and no address is used twice. */
export const counted: Check = {
  id: 'C9',
  sentence: 'usage is the number of rows, every row was requested, and addresses are distinct',
  find: async (evidence) => {
    const { orders, unanswered } = evidence.judged
    const usage = await rowsOf<object>(
      evidence,
      `WITH counted AS (SELECT business_id FROM payment UNION ALL SELECT business_id FROM card_payment WHERE NOT is_reopenable)
        SELECT b.id, coalesce(sum(c.current + c.given_back), 0) AS counted, (SELECT count(*) FROM counted p WHERE p.business_id = b.id) AS rows FROM business b
        LEFT JOIN usage_counter c ON c.business_id = b.id GROUP BY b.id HAVING coalesce(sum(c.current + c.given_back), 0) <> (SELECT count(*) FROM counted p WHERE p.business_id = b.id)`,
    )
    const twice = await rowsOf<object>(
      evidence,
      `SELECT lower(address) AS address, count(*) FROM (SELECT address FROM payment UNION ALL SELECT address FROM escrow WHERE address IS NOT NULL
        UNION ALL SELECT payment_address FROM invoice WHERE payment_address IS NOT NULL) given GROUP BY 1 HAVING count(*) > 1`,
    )
    const [found] = await rowsOf<{ rows: number }>(evidence, 'SELECT count(*)::int AS rows FROM payment')
    const unasked = (found?.rows ?? 0) - orders.length
    const surplus = unasked < 0 || unasked > unanswered ? [lineOf({ problem: 'rows without a request', unasked, unanswered })] : []
    const given = new Set(orders.map(({ address }) => address.toLowerCase())).size
    const broken = [...usage, ...twice].map(lineOf).concat(surplus, given === orders.length ? [] : ['the shop was given an address twice'])
    return { figure: `${found?.rows ?? 0} rows, ${unasked} of them unanswered requests`, broken }
  },
}

const unfinished: Readonly<Record<string, string>> = {
  payment: `SELECT id, state, asset FROM payment WHERE id = ANY ($1) AND state NOT IN ('forwarded', 'expired', 'failed')`,
  // A payment whose creation response was lost is never paid and waits for the end of its window.
  'unanswered payment': `SELECT id, state, asset FROM payment WHERE NOT id = ANY ($1) AND NOT (state = 'expired' OR (state = 'pending' AND received_units = 0 AND expires_at > now()))`,
  escrow: `SELECT id, state, asset FROM escrow WHERE $1::uuid[] IS NOT NULL AND NOT (state IN ('settled', 'expired')
    OR (state = 'refunded' AND settlement_tx_id IS NOT NULL) OR (state = 'created' AND deposited_units = 0 AND expires_at > now()))`,
  // A payout without live deposits has nothing to pay.
  payout: `SELECT id, ref, state FROM spend_intent payout WHERE state NOT IN ('final', 'held') AND $1::uuid[] IS NOT NULL
    AND EXISTS (SELECT FROM deposit WHERE intent_id = payout.id AND NOT dead)`,
  attempt: `SELECT intent_id, n, state, handle, last_problem FROM spend_attempt WHERE state IN ('signed', 'broadcast') AND $1::uuid[] IS NOT NULL`,
  webhook: `SELECT event_id, attempts, next_attempt_at, last_problem FROM delivery WHERE state <> 'delivered' AND $1::uuid[] IS NOT NULL`,
  // The sweep keeps writing messages; each is delivered within moments.
  message: `SELECT workflow_id, attempts, last_problem FROM outbox WHERE created_at < now() - interval '1 minute' AND $1::uuid[] IS NOT NULL`,
  'call of the processor': `SELECT id, purpose, state FROM processor_intent WHERE state NOT IN ('final', 'void') AND $1::uuid[] IS NOT NULL`,
  'event of the processor': `SELECT event_id, type, calls, outcome FROM processor_event WHERE try_at IS NOT NULL AND $1::uuid[] IS NOT NULL`,
  deposit: `SELECT id, state, subject_id FROM deposit WHERE state = 'seen' AND $1::uuid[] IS NOT NULL`,
}

/** C11: every object is at its end or held. */
export const finished: Check = {
  id: 'C11',
  sentence: 'every object is at its end or held',
  find: async (evidence) => {
    const ids = evidence.judged.orders.map(({ id }) => id)
    const broken: string[] = []
    for (const [what, query] of Object.entries(unfinished))
      broken.push(...(await rowsOf<object>(evidence, query, [ids])).map((row) => lineOf({ unfinished: what, ...row })))
    broken.push(...(await unfinishedSends(evidence)))
    const [held] = await rowsOf<{ count: number }>(evidence, `SELECT count(*)::int FROM spend_intent WHERE state = 'held'`)
    return { figure: `${broken.length} left, ${held?.count ?? 0} payouts held`, broken }
  },
}

const SENDS = `SELECT id, state, payment_hash FROM lightning_payment WHERE direction = 'outgoing' AND state = 'pending'`

/** Sends without an end, but for those that their node never ends: C7 has seen that their money is set aside. */
async function unfinishedSends(evidence: Evidence): Promise<string[]> {
  const { lightning } = evidence.judged
  const rows = await rowsOf<{ payment_hash: string }>(evidence, SENDS)
  if (rows.length === 0) return []
  const stranded = lightning ? await strandedSends(lightning) : new Set()
  return rows.flatMap((row) => (stranded.has(row.payment_hash) ? [] : [lineOf({ unfinished: 'Lightning send', ...row })]))
}

/** In seconds. */
const longest = { underFaults: 60, calm: 5 } as const

type Times = { readonly sent: number } & Readonly<Record<'median' | 'p99' | 'signed' | 'delivered', number | null>>

const secondsOf = (seconds: number | null | undefined): string => `${(seconds ?? 0).toFixed(1)} s`

/** The first attempt of each payment; a third-party flush has none. */
const TIMES = `SELECT count(*)::int AS sent, percentile_disc(0.5) WITHIN GROUP (ORDER BY took)::float AS median,
    percentile_disc(0.99) WITHIN GROUP (ORDER BY took)::float AS p99, percentile_disc(0.99) WITHIN GROUP (ORDER BY signed)::float AS signed,
    percentile_disc(0.99) WITHIN GROUP (ORDER BY took - signed)::float AS delivered
  FROM (SELECT extract(epoch FROM min(t.at) - p.confirmed_at) AS took, extract(epoch FROM min(a.created_at) - p.confirmed_at) AS signed
    FROM payment p JOIN spend_intent i ON i.ref = p.id::text JOIN transfer t ON t.kind = 'broadcast' AND t.ref = i.id::text
    LEFT JOIN spend_attempt a ON a.intent_id = i.lead_id GROUP BY p.id) timed`

/** C12: confirmed payments are broadcast soon. */
export const swift: Check = {
  id: 'C12',
  sentence: `from confirmed to broadcast in at most ${longest.underFaults} s, ${longest.calm} s without faults (99th percentile)`,
  find: async (evidence) => {
    const [times] = await rowsOf<Times>(evidence, TIMES)
    const p99 = times?.p99 ?? 0
    const parts = `signed within ${secondsOf(times?.signed)}, sent within ${secondsOf(times?.delivered)} of that`
    const figure = `${times?.sent ?? 0} sent, median ${secondsOf(times?.median)}, p99 ${secondsOf(p99)} (${parts})`
    return { figure, broken: p99 > longest[evidence.judged.calm ? 'calm' : 'underFaults'] ? [`p99 is ${p99.toFixed(1)} s`] : [] }
  },
}
