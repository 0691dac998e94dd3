import { type CaseInvoice, type CaseOrder, chainOf, placedOf } from './case.ts'
import { type Check, lineOf, rowsOf } from './judgement.ts'

/** C2: each leg is spent once, by us or by a third party. */
export const singleSpends: Check = {
  id: 'C2',
  sentence: 'each leg that moved money was spent exactly once, third-party flushes included',
  find: async (evidence) => {
    const { judged, money } = evidence
    const all = [...judged.orders, ...placedOf(judged.invoices)].map((order) => ({ order, payouts: money.at(order).payouts }))
    const moved = all.filter(({ payouts }) => payouts.length > 0)
    const twice = moved
      .filter(({ order, payouts }) => payouts.length !== roundsOf(order))
      .map((one) => lineOf({ problem: `not spent ${roundsOf(one.order) === 1 ? 'once' : 'once for each round'}`, ...one }))
    const doubled = await rowsOf<object>(
      evidence,
      `SELECT intent_id, count(*) AS live FROM spend_attempt WHERE state NOT IN ('superseded', 'dead') GROUP BY 1 HAVING count(*) > 1`,
    )
    const legs = await rowsOf<object>(evidence, `SELECT purpose, ref, leg, count(*) FROM spend_intent GROUP BY 1, 2, 3 HAVING count(*) > 1`)
    const more = [...doubled, ...legs].map((row) => lineOf({ problem: 'more than one payout of a leg', ...row }))
    const legsOf = (some: typeof all): number => some.reduce((sum, { order }) => sum + roundsOf(order), 0)
    return {
      figure: `${moved.length - twice.length} of ${moved.length} payments and invoices, ${legsOf(moved)} legs`,
      broken: [...twice, ...more],
    }
  },
}

/** A deposit after the forward of a payment gets a second round; one of an invoice is held. */
const roundsOf = (order: CaseOrder | CaseInvoice): number => (order.behaviour === 'twice' && !('cents' in order) ? 2 : 1)

/** C3: every outgoing transaction is a stored attempt or a third-party flush, and pays only merchant and platform, or the payer's refund address. */
export const knownSpends: Check = {
  id: 'C3',
  sentence: 'every outgoing transaction has an attempt, and all pay the frozen recipients only',
  find: async (evidence) => {
    const { judged, money } = evidence
    const handles = new Set((await rowsOf<{ handle: string }>(evidence, 'SELECT handle FROM spend_attempt')).map(({ handle }) => handle))
    // A contract pays the recipients in its address, under any sender; C1 checks the amounts.
    const strange = money.outgoing.filter(({ txId, what }) => !handles.has(txId) && what !== 'flushes a deposit')
    const astray = [...judged.orders, ...placedOf(judged.invoices)].flatMap((order) =>
      money
        .at(order)
        .payouts.flatMap((payout) => (payout.astray === 0n ? [] : [lineOf({ problem: 'paid to another address', order, payout })])),
    )
    const other = [...(await otherRecipients(evidence)), ...(await otherPayers(evidence))]
    const broken = [...strange.map((one) => lineOf({ problem: 'without an attempt', ...one })), ...astray, ...other]
    return { figure: `${money.outgoing.length} transactions`, broken }
  },
}

/** The frozen recipients are the wallets of the shop and the platform. */
async function otherRecipients({ judged, ...evidence }: Parameters<Check['find']>[0]): Promise<string[]> {
  const query = `SELECT subject_id AS id, recipients::text AS recipients FROM payout_terms WHERE subject IN ('payment', 'invoice')`
  const commits = await rowsOf<{ id: string; recipients: string }>(evidence, query)
  return [...judged.orders, ...placedOf(judged.invoices)].flatMap((order) => {
    const found = commits.find(({ id }) => id === order.id)?.recipients.toLowerCase() ?? ''
    const chain = chainOf(order.asset)
    const wallet = judged.shops.find(({ businessId }) => businessId === order.businessId)?.wallets[chain] ?? ''
    const named = [wallet, judged.platform[chain]].every((address) => found.includes(address.toLowerCase()))
    return named ? [] : [lineOf({ problem: 'its payout terms name other recipients', order, recipients: found })]
  })
}

/** Each refund goes to the address that the payer has named. */
async function otherPayers({ judged, ...evidence }: Parameters<Check['find']>[0]): Promise<string[]> {
  const query = `SELECT back.payment_id AS id, frozen.recipients FROM refund back LEFT JOIN payout_terms frozen ON frozen.id = back.payout_terms_id
    WHERE back.state <> 'withdrawn' OR back.payout_terms_id IS NOT NULL`
  const named = await rowsOf<{ id: string; recipients: readonly { address: string }[] | null }>(evidence, query)
  return named.flatMap(({ id, recipients }) => {
    const order = judged.orders.find((one) => one.id === id)
    const [only, ...more] = recipients ?? []
    const isAsked = order?.returnTo !== undefined && only?.address === order.returnTo && more.length === 0
    return isAsked ? [] : [lineOf({ problem: 'refunded to an address that its payer has not named', order, recipients })]
  })
}
