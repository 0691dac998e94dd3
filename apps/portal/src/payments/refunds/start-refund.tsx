import { useState } from 'react'
import { fiatDecimals } from '@gateway/domain/money/fiat'
import { assetOf } from '@gateway/domain/money/asset'
import { formatUnits } from '@gateway/domain/money/decimal'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { Consequences } from '../../ui/consequences.tsx'
import { Ledger } from '../../ui/facts.tsx'
import { formatAsset, formatFiat } from '../../ui/money.ts'
import { fieldErrorsOf, isFinal, messageOf } from '../../ui/problem.ts'
import type { Detail } from '../payment.tsx'
import { AmountFields } from './amount-fields.tsx'
import { PayerFields, type PayerValues } from './payer-fields.tsx'
import { refundConsequences } from './refund-consequences.ts'
import { RefundLinks } from './refund-links.tsx'
import { planRefund, type RefundChoice, type RefundPlan, unitsOf } from './refund-plan.ts'
import { useCurrentPrice } from './use-current-price.ts'
import { useStartRefund } from './use-start-refund.ts'

interface StartRefundProps {
  readonly detail: Detail
  /** What can still be refunded, in the coin. */
  readonly left: string
  readonly onClose: () => void
}

const allOfIt: RefundChoice = { part: 'rest', unit: 'fiat', typed: '', rate: 'payment' }
const nobody: PayerValues = { sendTo: '', address: '', txHash: '', reason: '' }

/** Starts a refund that the merchant pays from its own wallet: how much, to whom, and what it leads to. Its links are shown once. */
export function StartRefund({ detail, left, onClose }: StartRefundProps) {
  const { payment, rate } = detail
  const [choice, setChoice] = useState(allOfIt)
  const [payer, setPayer] = useState(nobody)
  const [isChecked, setChecked] = useState(false)
  const current = useCurrentPrice(payment, choice.rate === 'current')
  const facts = { payment, rate, leftUnits: unitsOf(payment, left), current }
  const plan = planRefund(facts, choice)
  const call = useStartRefund(payment.id)
  const refused = fieldErrorsOf(call.error)
  if (call.data) return <RefundLinks refund={call.data.refund} onDone={onClose} />
  const start = (): void => {
    setChecked(true)
    if (isPlan(plan)) call.mutate({ ...plan.request, ...payer })
  }
  return (
    <ConfirmDialog
      isOpen
      onClose={onClose}
      title={`Refund the payment of ${formatFiat(String(payment.amount), payment.currency)}?`}
      keep="Keep the money"
      act={isPlan(plan) ? `Start refund of ${shownCoin(detail, plan)}` : 'Start refund'}
      busy="Starting…"
      isBusy={call.isPending}
      onAct={start}
      error={refusalOf(call.error)}
    >
      <p>{formatAsset(left, payment.blockchain)} can still be refunded.</p>
      <AmountFields
        facts={facts}
        choice={choice}
        onChange={setChoice}
        problem={problemOf(plan, { isShown: isChecked || choice.typed !== '', refused })}
      />
      {isPlan(plan) && <Sum detail={detail} plan={plan} isAbout={choice.part === 'part' && choice.rate === 'current'} />}
      <PayerFields values={payer} onChange={setPayer} refused={refused} />
      {isPlan(plan) && <Consequences rows={consequencesOf(shownCoin(detail, plan), payer)} />}
    </ConfirmDialog>
  )
}

type Planned = ReturnType<typeof planRefund>

const isPlan = (plan: Planned): plan is RefundPlan => !('problem' in plan)

/** Nothing was typed yet: nothing is wrong yet. */
function problemOf(
  plan: Planned,
  { isShown, refused }: { readonly isShown: boolean; readonly refused: Readonly<Record<string, string>> },
): string | undefined {
  if (!isShown) return undefined
  return isPlan(plan) ? (refused['amount'] ?? refused['amount_crypto']) : plan.problem
}

const consequencesOf = (coin: string, { address, sendTo }: PayerValues) =>
  refundConsequences({ coin, isNamed: address !== '', isMailed: sendTo !== '' })

const shownCoin = ({ payment: { blockchain } }: Detail, { units }: RefundPlan): string =>
  formatAsset(formatUnits(units, assetOf(blockchain).decimals), blockchain)

interface SumProps {
  readonly detail: Detail
  readonly plan: RefundPlan
  /** The rate may move until the refund begins. */
  readonly isAbout: boolean
}

/** The sum in the currency, and in the coin, which is what the customer gets. */
function Sum({ detail, plan, isAbout }: SumProps) {
  const { currency } = detail.payment
  const fiat = formatFiat(formatUnits(plan.fiatMinor, fiatDecimals[currency]), currency)
  return <Ledger rows={[[`In ${currency}`, fiat]]} total={[isAbout ? 'Goes back, about' : 'Goes back', shownCoin(detail, plan)]} />
}

/** What no field says; without an answer nobody knows whether it has begun. */
function refusalOf(error: unknown): string | undefined {
  if (!error || Object.keys(fieldErrorsOf(error)).length > 0) return undefined
  return isFinal(error) ? messageOf(error) : `${messageOf(error)} Whether it has begun is not known. Send it again: it begins once.`
}
