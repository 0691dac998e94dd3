import { awaitsDepositor } from '@gateway/domain/escrows/actions'
import { deadlineOf } from '@gateway/domain/escrows/escrow'
import type { EscrowState } from '@gateway/domain/escrows/machine'
import { html, type Part } from '../html.ts'
import { checkoutTexts } from '../locales/checkout-texts.ts'
import { named } from '../parts/amount.ts'
import type { Notice } from '../parts/notice.ts'
import { isNetworkFeeTakenOff } from '../payments/asset-words.ts'
import { isAwaitingDeposit, momentOf, type SpokenEscrow } from './escrow-words.ts'

type Told = Pick<Notice, 'tone' | 'title' | 'help'>

/** What is true now, and what follows. */
export const stateNotice = (page: SpokenEscrow): Notice => ({ part: 'state', ...told[page.escrow.state](page) })

const told: Readonly<Record<EscrowState, (page: SpokenEscrow) => Told>> = {
  created: (page) => deposit(page),
  funded: (page) => ({ tone: 'funded', title: page.t.held, help: page.t.heldHelp(deadline(page)) }),
  disputed: (page) => ({
    tone: 'disputed',
    title: named(`“${page.escrow.disputeReason ?? ''}”`),
    help: html`${openedBy(page)} ${page.t.disputedHelp(deadline(page))}`,
  }),
  released: ({ t, escrow }) => ({ tone: 'released', title: t.released, help: onTheWay({ t, escrow }) }),
  settled: (page) => ({ tone: 'settled', title: page.t.settledTitle(page.coins(page.payoutUnits)), help: done(page) }),
  refunded: (page) => refund(page),
  expired: (page) => ({ tone: 'expired', title: page.t.expired, help: overdue(page) }),
}

/** How operators have decided the dispute, with their reason; undefined where they have not. */
export function decisionNotice({ t, escrow }: SpokenEscrow): Notice | undefined {
  if (escrow.disputeResolution === null) return undefined
  const title = escrow.state === 'refunded' ? t.decidedForRefund : t.decidedForRelease
  return { part: 'decision', tone: 'disputed', title, help: named(`“${escrow.disputeResolution}”`) }
}

/** That the contract of the escrow has taken the place of what was decided before; undefined where it has not. */
export function overruledNotice({ t, log }: SpokenEscrow): Notice | undefined {
  if (log.every(({ details }) => details['overruled'] === undefined)) return undefined
  return { part: 'overruled', tone: 'held', title: t.overruled, help: t.overruledHelp }
}

function deposit(page: SpokenEscrow): Told {
  const { t, escrow, missingUnits, coins, language, now } = page
  if (escrow.address === null && now < escrow.expiresAt) return noAddress(page)
  if (missingUnits === 0n) return { tone: 'detected', title: t.depositDetected, help: t.seenHelp }
  if (!isAwaitingDeposit(page)) return { tone: 'expired', title: t.timeUp, help: t.expiredHelp }
  const help = t.waitingHelp(momentOf(page, escrow.expiresAt))
  if (escrow.depositedUnits === 0n) return { tone: 'created', title: t.waiting, help }
  return { tone: 'underpaid', title: checkoutTexts[language].stillMissing(coins(missingUnits)), help: html`${t.missingHelp} ${help}` }
}

/** It has none yet, or the signer refuses to pay from it. */
function noAddress(page: SpokenEscrow): Told {
  const { t, escrow } = page
  if (!awaitsDepositor(escrow)) return { tone: 'expired', title: t.noAddress, help: t.noAddressHelp }
  return { tone: 'created', title: t.awaitsAddress, help: html`${t.awaitsAddressHelp} ${t.waitingHelp(momentOf(page, escrow.expiresAt))}` }
}

/** A payout is under way, or waits for its cost; then a party can take it by itself. */
const onTheWay = ({ t, escrow }: Pick<SpokenEscrow, 't' | 'escrow'>): Part => (escrow.decision === null ? t.onTheWay : t.costWaits)

const overdue = ({ t, escrow }: SpokenEscrow): Part => (escrow.decision === null ? t.expiredHelp : html`${t.expiredHelp} ${t.costWaits}`)

function refund(page: SpokenEscrow): Told {
  const { t, escrow, coins } = page
  if (escrow.settlementTxId === null) return { tone: 'refunded', title: t.refunded, help: onTheWay({ t, escrow }) }
  return { tone: 'refunded', title: t.refundedTitle(coins(escrow.amountUnits)), help: done(page) }
}

const done = ({ t, escrow }: SpokenEscrow): Part => (isNetworkFeeTakenOff(escrow.asset) ? html`${t.networkFee} ${t.doneHelp}` : t.doneHelp)

const openedBy = ({ t, log }: SpokenEscrow): Part =>
  log.some(({ type, actor }) => type === 'disputed' && actor === 'beneficiary') ? t.openedByBeneficiary : t.openedByDepositor

const deadline = (page: SpokenEscrow): Part => momentOf(page, deadlineOf(page.escrow) ?? page.escrow.expiresAt)
