import { Figures } from '../ui/facts.tsx'
import { formatAsset } from '../ui/money.ts'
import type { Detail } from './payment.tsx'

const SECOND_MS = 1000
const MINUTE = 60

/**
 * The asked and the received amount, and once they are known the share of the merchant and the fee. Money that is not enough has no
 * confirmations as a payment: each of its deposits names its own.
 */
export function PaymentFigures({ detail: { payment, split } }: { readonly detail: Detail }) {
  const { blockchain } = payment
  const rows: [label: string, value: string, small?: string | undefined][] = [
    ['Asked', formatAsset(payment.crypto_amount, blockchain)],
    [
      'Received',
      formatAsset(payment.amount_received, blockchain),
      payment.amount_due === '0' ? undefined : `${payment.amount_due} missing`,
    ],
  ]
  if (split.merchant_amount !== null)
    rows.push([
      payment.forwarded_at ? 'You got' : 'You get',
      formatAsset(split.merchant_amount, blockchain),
      payment.forwarded_at ? 'in your wallet, final' : 'on its way',
    ])
  else if (payment.status === 'detected' || (payment.status === 'pending' && payment.deposits.length === 0))
    rows.push(['Confirmations', `${payment.confirmations} of ${payment.confirmations_required}`])
  if (split.fee_amount !== null) rows.push([`Fee, ${split.fee_percent} %`, formatAsset(split.fee_amount, blockchain), 'rounded down'])
  else if (payment.confirmed_at) rows.push(['Time to confirmed', span(payment.created_at, payment.confirmed_at)])
  return <Figures rows={rows} />
}

function span(from: string, to: string): string {
  const seconds = Math.round((new Date(to).getTime() - new Date(from).getTime()) / SECOND_MS)
  const minutes = Math.floor(seconds / MINUTE)
  return minutes === 0 ? `${seconds} s` : `${minutes} min ${seconds % MINUTE} s`
}
