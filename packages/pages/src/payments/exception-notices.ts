import type { Notice } from '../parts/notice.ts'
import { exact } from '../parts/amount.ts'
import type { Checkout } from './checkout.ts'
import { type DepositSum, excessOf, foreignDeposits, forwardedForeign, holdsOwn, returnedDeposits } from './deposit-sums.ts'
import { assetInWords } from './asset-words.ts'
import { hasArrived, isPayable } from './phase.ts'
import { html } from '../html.ts'

/** The exceptions of a payment, as far as its shopper should know. Whatever asks for an action comes first. */
export const exceptionNotices = (checkout: Checkout): Notice[] => [
  ...wrongAssets(checkout),
  ...lostDeposits(checkout),
  ...heldDeposits(checkout),
  ...countedOddly(checkout),
  ...returned(checkout),
]

/** Money of another asset: it does not pay, and it is told what becomes of it. */
function wrongAssets({ t, payment, merchant, phase }: Checkout): Notice[] {
  const wanted = assetInWords(t, payment.blockchain)
  const still = isPayable(phase) ? html` ${t.stillNeeds}` : ''
  const titleOf = ({ asset, amount, name }: DepositSum) =>
    asset === null ? t.unknownToken(wanted) : t.wrongAsset(exact(`${amount} ${name}`), wanted)
  const held = foreignDeposits(payment).map((sum) => ({
    title: titleOf(sum),
    help: sum.asset === null ? t.unknownTokenHelp(merchant) : t.wrongAssetHelp(merchant),
  }))
  const forwarded = forwardedForeign(payment).map((sum) => ({ title: titleOf(sum), help: t.wrongAssetPassedOn(merchant) }))
  return [...held, ...forwarded].map(({ title, help }, at) => ({
    part: `wrong-asset-${at}`,
    tone: 'wrong_asset',
    title,
    help: html`${help}${still}`,
  }))
}

/** A deposit that was shown and is gone again. Where the money has come all the same, its way does not matter to the shopper. */
function lostDeposits({ t, payment, merchant, phase }: Checkout): Notice[] {
  const { exceptions } = payment
  if (phase === 'waiting' && !hasArrived(payment)) {
    if (exceptions.includes('reorged')) return [{ part: 'reorged', tone: 'reorged', title: t.reorged, help: t.reorgedHelp }]
    if (exceptions.includes('replaced')) return [{ part: 'replaced', tone: 'replaced', title: t.replaced, help: t.replacedHelp }]
  }
  if (!exceptions.includes('reorged')) return []
  if (phase === 'seen') return [{ part: 'reorged', tone: 'reorged', title: t.reorged, help: t.reorgedSeen }]
  return phase === 'paid' ? [{ part: 'reorged', tone: 'reorged', title: t.reorged, help: t.reorgedPaid(merchant) }] : []
}

/** Money of the right asset that did not complete the payment before its end. */
function heldDeposits({ t, payment, merchant, phase, coins }: Checkout): Notice[] {
  if (phase !== 'over' && phase !== 'failed') return []
  if (!hasArrived(payment) || !holdsOwn(payment)) return []
  const isShort = payment.exceptions.includes('underpaid')
  const received = coins(payment.amount_received)
  const title = isShort ? t.arrivedShort(received, coins(payment.amount_due)) : t.arrivedLate(received)
  return [{ part: 'held', tone: 'held', title, help: t.heldHelp(merchant) }]
}

/** Money that counts, although it came otherwise than asked. */
function countedOddly({ t, payment, merchant, phase, coins }: Checkout): Notice[] {
  if (phase !== 'seen' && phase !== 'paid') return []
  const has = (exception: (typeof payment.exceptions)[number]): boolean => payment.exceptions.includes(exception)
  const excess = coins(excessOf(payment))
  return [
    ...(has('overpaid')
      ? [{ part: 'overpaid', tone: 'overpaid' as const, title: t.overpaid(excess), help: t.overpaidHelp(merchant) }]
      : []),
    ...(has('late') ? [{ part: 'late', tone: 'late' as const, title: t.lateCounts, help: t.lateCountsHelp }] : []),
    ...(has('multiple') ? [{ part: 'multiple', tone: 'multiple' as const, title: t.multiple, help: t.multipleHelp }] : []),
  ]
}

const returned = ({ t, payment }: Checkout): Notice[] =>
  returnedDeposits(payment).map(({ amount, name }, at) => ({
    part: `returned-${at}`,
    tone: 'refunded',
    title: t.returned(exact(`${amount} ${name}`)),
  }))
