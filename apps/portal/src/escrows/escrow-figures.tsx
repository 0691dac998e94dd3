import { Figures } from '../ui/facts.tsx'
import { formatAsset, formatFiat } from '../ui/money.ts'
import type { Detail } from './escrow.tsx'

/** What was asked and paid in, what a release pays, and what it costs. */
export function EscrowFigures({ detail: { escrow, amounts, fee_percent: percent } }: { readonly detail: Detail }) {
  const coins = (amount: string): string => formatAsset(amount, escrow.chain)
  return (
    <Figures
      rows={[
        ['Amount', coins(amounts.asked), `${formatFiat(String(escrow.amount_usd), 'USD')} at its creation`],
        ['Paid in', coins(amounts.deposited), paidIn(amounts, escrow.status, coins)],
        ['A release pays', coins(amounts.released), 'to the beneficiary'],
        [`Fee, ${percent} %`, coins(amounts.fee), 'of a release; a refund costs nothing'],
      ]}
    />
  )
}

function paidIn(...[amounts, status, coins]: readonly [Detail['amounts'], string, (amount: string) => string]): string | undefined {
  if (status === 'created' && amounts.missing !== '0') return `${coins(amounts.missing)} missing`
  return undefined
}
