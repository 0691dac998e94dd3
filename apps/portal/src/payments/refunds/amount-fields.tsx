import { TextField } from '../../ui/field.tsx'
import { formatAsset, formatFiat, tickerOf } from '../../ui/money.ts'
import { Notice } from '../../ui/notice.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import { formatUnits } from '@gateway/domain/money/decimal'
import { assetOf } from '@gateway/domain/money/asset'
import { type RefundChoice, type RefundFacts, surplusOf } from './refund-plan.ts'

interface AmountFieldsProps {
  readonly facts: RefundFacts
  readonly choice: RefundChoice
  readonly onChange: (choice: RefundChoice) => void
  /** What is wrong with the amount. It stands at the field where one is typed. */
  readonly problem: string | undefined
}

/** How much goes back: everything that is left, what was overpaid, or a part in the currency or in the coin. */
export function AmountFields({ facts, choice, onChange, problem }: AmountFieldsProps) {
  const surplus = surplusOf(facts)
  const isAll = surplus === facts.leftUnits
  return (
    <>
      <Segmented
        label="How much"
        options={[
          ['rest', 'All that is left'],
          ...(surplus > 0n && !isAll ? ([['surplus', 'The overpayment']] as const) : []),
          ['part', 'A part'],
        ]}
        value={choice.part}
        onChange={(part) => onChange({ ...choice, part })}
      />
      {choice.part === 'surplus' && (
        <p className="hint">
          {formatAsset(formatUnits(surplus, assetOf(facts.payment.blockchain).decimals), facts.payment.blockchain)} more than asked has
          arrived.
        </p>
      )}
      {choice.part === 'part' ? (
        <PartFields {...{ facts, choice, onChange, problem }} />
      ) : (
        problem !== undefined && <Notice state="failed" fact={`The amount ${problem}`} isAlert isFlat />
      )}
    </>
  )
}

function PartFields({ facts: { payment, rate, current }, choice, onChange, problem }: AmountFieldsProps) {
  const { currency, blockchain } = payment
  const ticker = tickerOf(blockchain)
  const prices = { payment: rate.rate, current }
  const price = prices[choice.rate]
  return (
    <>
      <Segmented
        label="Typed in"
        options={[
          ['fiat', currency],
          ['coin', ticker],
        ]}
        value={choice.unit}
        onChange={(unit) => onChange({ ...choice, unit, typed: '' })}
      />
      <TextField
        label={`Amount, ${choice.unit === 'fiat' ? currency : ticker}`}
        inputMode="decimal"
        className="num"
        autoComplete="off"
        value={choice.typed}
        error={problem}
        onChange={(event) => onChange({ ...choice, typed: event.target.value })}
      />
      {choice.unit === 'fiat' && (
        <div className="stack stack--tight">
          <Segmented
            label="Rate"
            options={[
              ['payment', 'Rate of the payment'],
              ['current', 'Current rate'],
            ]}
            value={choice.rate}
            onChange={(next) => onChange({ ...choice, rate: next })}
          />
          <p className="hint num">
            {price === undefined ? 'The current rate is being read.' : `1 ${ticker} = ${formatFiat(price, currency)}`}
          </p>
        </div>
      )}
    </>
  )
}
