import { createHash } from 'node:crypto'
import type { CaseLightning, CaseSend } from './case.ts'
import { type Check, type Evidence, lineOf, rowsOf } from './judgement.ts'
import { type NodeInvoice, type NodePayment, readLnd, strandedPayments } from './lnd.ts'
import { total } from './money.ts'

/** A Lightning payment in the database; amounts in millisatoshis. */
interface Row {
  readonly id: string
  readonly hash: string
  readonly direction: 'incoming' | 'outgoing'
  readonly state: string
  readonly inside: boolean
  readonly wallet: string
  readonly msat: string
  readonly reserve: string
  readonly fee: string
  readonly preimage: string | null
  /** Kinds of its ledger transfers, in order. */
  readonly booked: readonly string[]
  readonly events: number
}

const ROWS = `SELECT p.id, p.payment_hash AS hash, p.direction, p.state, p.is_internal AS inside, p.node_id AS wallet, p.amount_msat::text AS msat, p.reserve_msat::text AS reserve, p.fee_msat::text AS fee,
    p.preimage, (SELECT coalesce(array_agg(t.kind ORDER BY t.kind), '{}') FROM transfer t WHERE t.ref = p.id::text AND t.kind LIKE 'ln\\_%') AS booked,
    (SELECT count(*)::int FROM event WHERE object_id = p.id AND type = 'lightning.payment.settled') AS events
  FROM lightning_payment p`

const BALANCES = `SELECT code, owner, sum(bal)::text AS msat FROM account WHERE asset = 'LN' GROUP BY code, owner`
type Balance = Readonly<Record<'code' | 'owner' | 'msat', string>>

/**
 * C7: the ledger has what the nodes have on record, each payment once, and every wallet what its payments leave. A send that the gateway's node never ends is
 * pending, with its money set aside.
 */
export const sends: Check = {
  id: 'C7',
  sentence:
    'what the Lightning nodes have paid and received is settled in the ledger, once and to the millisatoshi, and no wallet is below 0',
  find: async (evidence) => {
    const { lightning } = evidence.judged
    if (!lightning) return { figure: 'no Lightning payments', broken: [] }
    const known = await read(evidence, lightning)
    const broken = [
      ...paidProblems(known),
      ...receivedProblems(known),
      ...insideProblems(known),
      ...bookProblems(known),
      ...endProblems(known),
    ]
    const settled = known.rows.filter(({ state }) => state === 'settled').length
    const stranded = known.stranded.size === 0 ? '' : `, ${known.stranded.size} without an end at a node`
    return { figure: `${lightning.sends.length} Lightning payments, ${settled} of ${known.rows.length} rows settled${stranded}`, broken }
  },
}

async function read(evidence: Evidence, { own, other, sends: played }: CaseLightning) {
  const [ours, theirs] = [await readLnd(own), await readLnd(other)]
  const rows = await rowsOf<Row>(evidence, ROWS)
  const insideHashes = new Set(rows.flatMap(({ inside, state, hash }) => (inside && state === 'settled' ? [hash] : [])))
  const stranded = hashesOf([...strandedPayments(ours, theirs), ...strandedPayments(theirs, ours)])
  return { ours, theirs, played, rows, insideHashes, stranded, balances: await rowsOf<Balance>(evidence, BALANCES) }
}

/** The hashes of sends that the gateway's node never ends. */
export async function strandedSends({ own, other }: CaseLightning): Promise<ReadonlySet<string>> {
  return hashesOf(strandedPayments(await readLnd(own), await readLnd(other)))
}

const hashesOf = (payments: readonly NodePayment[]): ReadonlySet<string> => new Set(payments.map(({ paymentHash }) => paymentHash))

type Known = Awaited<ReturnType<typeof read>>

const ENDED: ReadonlySet<string> = new Set(['SUCCEEDED', 'FAILED'])
const succeeded = (payments: readonly NodePayment[]) => payments.filter(({ status }) => status === 'SUCCEEDED')
const settledOf = (invoices: readonly NodeInvoice[]) => invoices.filter(({ state }) => state === 'SETTLED')
const isOut = ({ direction, inside }: Row): boolean => direction === 'outgoing' && !inside

/** What differs between two lists, each with one line for each payment. */
function differences(problem: string, one: readonly string[], other: readonly string[]): string[] {
  const [left, right] = [new Set(one), new Set(other)]
  const repeated = one.length === left.size && other.length === right.size ? [] : ['one is there twice']
  return [...[...left].filter((line) => !right.has(line)), ...[...right].filter((line) => !left.has(line)), ...repeated].map((difference) =>
    lineOf({ problem, difference }),
  )
}

/** Sends that the node has made, the payee has taken and the ledger has settled are the same. */
function paidProblems({ ours, theirs, rows, stranded }: Known): string[] {
  const paid = succeeded(ours.payments)
  const booked = rows.filter((row) => isOut(row) && row.state === 'settled')
  return [
    ...differences(
      'the node has paid something else than the ledger has settled',
      paid.map(({ paymentHash, msat, feeMsat, preimage }) => `${paymentHash} ${msat} ${feeMsat} ${preimage}`),
      booked.map(({ hash, msat, fee, preimage }) => `${hash} ${msat} ${fee} ${preimage}`),
    ),
    ...differences(
      'the payee has received something else than the node has paid',
      settledOf(theirs.invoices).map(({ paymentHash, paidMsat }) => `${paymentHash} ${paidMsat}`),
      paid.map(({ paymentHash, msat }) => `${paymentHash} ${msat}`),
    ),
    ...[...ours.payments, ...theirs.payments].flatMap((one) =>
      ENDED.has(one.status) || stranded.has(one.paymentHash) ? [] : [lineOf({ problem: 'a payment has no end', ...one })],
    ),
  ]
}

/** Invoices that somebody outside has paid are credited with what came; nobody outside has paid one that was paid inside. */
function receivedProblems({ ours, theirs, rows, insideHashes }: Known): string[] {
  const received = settledOf(ours.invoices).map(({ paymentHash, paidMsat }) => `${paymentHash} ${paidMsat}`)
  const credited = rows.filter(({ direction, state, hash }) => direction === 'incoming' && state === 'settled' && !insideHashes.has(hash))
  return [
    ...differences(
      'the node has received something else than was credited',
      received,
      credited.map(({ hash, msat }) => `${hash} ${msat}`),
    ),
    ...differences(
      'the payer has paid something else than the node has received',
      succeeded(theirs.payments).map(({ paymentHash, msat }) => `${paymentHash} ${msat}`),
      received,
    ),
  ]
}

/** A payment inside the service has two settled sides of one amount, and the node has cancelled its invoice. */
function insideProblems({ ours, rows, insideHashes }: Known): string[] {
  return [...insideHashes].flatMap((hash) => {
    const sides = rows.filter((row) => row.hash === hash && row.state === 'settled')
    const [paid, received] = [sides.filter(({ inside }) => inside), sides.filter(({ direction }) => direction === 'incoming')]
    const isPair = paid.length === 1 && received.length === 1 && paid[0]?.msat === received[0]?.msat && paid[0]?.fee === '0'
    const isCancelled = ours.invoices.some(({ paymentHash, state }) => paymentHash === hash && state === 'CANCELED')
    const isPaidOutside = ours.payments.some(({ paymentHash }) => paymentHash === hash)
    return isPair && isCancelled && !isPaidOutside ? [] : [lineOf({ problem: 'a payment inside is not one of two sides', hash, sides })]
  })
}

const kindsOf: Readonly<Record<string, readonly string[]>> = {
  'outgoing settled': ['ln_reserved', 'ln_settled'],
  'outgoing failed': ['ln_failed', 'ln_reserved'],
  'outgoing pending': ['ln_reserved'],
  'inside settled': ['ln_internal'],
  'incoming settled': ['ln_received'],
}

/** Each payment is booked once, each wallet has what its payments leave, and the node what all of them have moved. */
function bookProblems({ ours, rows, insideHashes, balances }: Known): string[] {
  const balanceOf = (code: string, owner?: string): bigint =>
    total(balances.flatMap((one) => (one.code === code && (owner === undefined || one.owner === owner) ? [BigInt(one.msat)] : [])))
  const booked = rows.flatMap((row) => {
    const { direction, inside, state, hash } = row
    const isReceivedInside = direction === 'incoming' && insideHashes.has(hash)
    const wanted = isReceivedInside ? [] : (kindsOf[`${inside ? 'inside' : direction} ${state}`] ?? [])
    const isBooked = row.booked.join() === wanted.join() && row.events === (state === 'settled' ? 1 : 0) && isProven(row)
    return isBooked ? [] : [lineOf({ problem: 'a payment is not booked and announced once', ...row })]
  })
  const wallets = [...new Set(rows.map(({ wallet }) => wallet))].flatMap((wallet) => {
    const own = rows.filter((row) => row.wallet === wallet)
    const moved = total(own.flatMap((row) => (row.state === 'settled' ? [movedBy(row)] : [])))
    const setAside = total(own.flatMap((row) => (isOut(row) && row.state === 'pending' ? [BigInt(row.msat) + BigInt(row.reserve)] : [])))
    const [has, reserved] = [balanceOf('ln:wallet', wallet), balanceOf('ln:reserve', wallet)]
    return has === moved - setAside && has >= 0n && reserved === setAside
      ? []
      : [lineOf({ problem: 'a wallet has another balance', wallet, moved, has, reserved })]
  })
  const received = total(settledOf(ours.invoices).map(({ paidMsat }) => paidMsat))
  const left = total(succeeded(ours.payments).map(({ msat, feeMsat }) => msat + feeMsat))
  const [atNode, owed] = [-balanceOf('ln:node'), balanceOf('ln:wallet') + balanceOf('ln:reserve')]
  const isHeld = atNode === received - left && atNode === owed && ours.localMsat >= owed
  return [
    ...booked,
    ...wallets,
    ...(isHeld ? [] : [lineOf({ problem: 'the node has another balance', atNode, received, left, owed, local: ours.localMsat })]),
  ]
}

const movedBy = ({ direction, msat, fee }: Row): bigint => (direction === 'incoming' ? BigInt(msat) : -(BigInt(msat) + BigInt(fee)))

/** What was settled has a preimage of its hash, and nothing else has one. */
const isProven = ({ state, preimage, hash }: Row): boolean =>
  state === 'settled'
    ? preimage !== null && createHash('sha256').update(Buffer.from(preimage, 'hex')).digest('hex') === hash
    : preimage === null

/** The due end of each payment: `either` where a node that is away may have refused it, which the records above have proven. */
const endOf: Readonly<Record<CaseSend['behaviour'], 'settled' | 'failed' | 'either'>> = {
  outside: 'either',
  inside: 'settled',
  received: 'settled',
  twice: 'either',
  held: 'either',
  returned: 'failed',
  refused: 'failed',
}

function endProblems({ played, rows, stranded }: Known): string[] {
  const hashes = new Set(played.map(({ paymentHash }) => paymentHash))
  const unasked = rows.filter(({ direction, hash }) => direction === 'outgoing' && !hashes.has(hash))
  return [
    ...unasked.map((row) => lineOf({ problem: 'a send that nobody asked for', ...row })),
    ...played.flatMap((send) =>
      hasDueEnd(send, { rows, isStranded: stranded.has(send.paymentHash) })
        ? []
        : [lineOf({ problem: 'not its due end', ...send, rows: rowsOfSend(send, rows) })],
    ),
  ]
}

const rowsOfSend = ({ paymentHash, behaviour }: CaseSend, rows: readonly Row[]): Row[] =>
  rows.filter(({ hash, direction }) => hash === paymentHash && (behaviour === 'received') === (direction === 'incoming'))

interface Ended {
  readonly rows: readonly Row[]
  /** The gateway's node never ends it: it must be pending. */
  readonly isStranded: boolean
}

/** A send whose answer says how it ended has ended so; of two to one invoice at most one has paid. */
function hasDueEnd(send: CaseSend, { rows, isStranded }: Ended): boolean {
  const own = rowsOfSend(send, rows)
  const ends = own.map(({ state }) => state)
  const settled = ends.filter((state) => state === 'settled').length
  const answers = Object.values(send.answers)
  return (
    own.every(({ msat }) => msat === `${send.sats}000`) &&
    own.length >= 1 &&
    own.length <= Math.max(1, answers.length) &&
    settled <= 1 &&
    isEndedAs(endOf[send.behaviour], { ends, isStranded }) &&
    (!saysSettled(send) || settled === 1)
  )
}

const saysSettled = ({ behaviour, answers }: CaseSend): boolean =>
  Object.values(answers).includes('200 settled') || (behaviour === 'held' && answers['held'] === 'true')

/** One that is stranded is pending, and no other. */
function isEndedAs(
  wanted: 'settled' | 'failed' | 'either',
  { ends, isStranded }: { ends: readonly string[]; isStranded: boolean },
): boolean {
  const pending = ends.filter((state) => state === 'pending').length
  return isStranded ? pending === 1 : pending === 0 && (wanted === 'either' || ends.includes(wanted))
}
