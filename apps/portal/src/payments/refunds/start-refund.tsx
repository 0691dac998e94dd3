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
  if (call.data) return <RefundLinks refund={call.data.refund} onDone={onClose} />
  const problem = 'problem' in plan ? plan.problem : undefined
  const refused = fieldErrorsOf(call.error)
  return (
    <ConfirmDialog
      isOpen
      onClose={onClose}
      title={`Refund the payment of ${formatFiat(String(payment.amount), payment.currency)}?`}
      keep="Keep the money"
      act={'problem' in plan ? 'Start refund' : `Start refund of ${shownCoin(detail, plan)}`}
      busy="Starting…"
      isBusy={call.isPending}
      onAct={() => {
        setChecked(true)
        if (!('problem' in plan)) call.mutate({ ...plan.request, ...payer })
      }}
      error={call.error && Object.keys(refused).length === 0 ? refusalOf(call.error) : undefined}
    >
      <p>{formatAsset(left, payment.blockchain)} can still be refunded.</p>
      <AmountFields
        facts={facts}
        choice={choice}
        onChange={setChoice}
        problem={choice.typed === '' && !isChecked ? undefined : (problem ?? refused['amount'] ?? refused['amount_crypto'])}
      />
      {!('problem' in plan) && <Sum detail={detail} plan={plan} isAbout={choice.part === 'part' && choice.rate === 'current'} />}
      <PayerFields values={payer} onChange={setPayer} refused={refused} />
      {!('problem' in plan) && (
        <Consequences
          rows={refundConsequences({ coin: shownCoin(detail, plan), isNamed: payer.address !== '', isMailed: payer.sendTo !== '' })}
        />
      )}
    </ConfirmDialog>
  )
}

const shownCoin = ({ payment: { blockchain } }: Detail, { units }: RefundPlan): string =>
  formatAsset(formatUnits(units, assetOf(blockchain).decimals), blockchain)

interface SumProps {
  readonly detail: Detail
  readonly plan: RefundPlan
  /** The rate may move until the refund begins. */
  readonly isAbout: boolean
}

/** The sum in the coin, which is what the customer gets, and in the currency. */
function Sum({ detail, plan, isAbout }: SumProps) {
  const { currency } = detail.payment
  const fiat = formatFiat(formatUnits(plan.fiatMinor, fiatDecimals[currency]), currency)
  return <Ledger rows={[[`In ${currency}`, fiat]]} total={[isAbout ? 'Goes back, about' : 'Goes back', shownCoin(detail, plan)]} />
}

/** Without an answer nobody knows whether it has begun. */
const refusalOf = (error: unknown): string =>
  isFinal(error) ? messageOf(error) : `${messageOf(error)} Whether it has begun is not known. Send it again: it begins once.`
