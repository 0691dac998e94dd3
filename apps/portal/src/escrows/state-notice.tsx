import { isNetworkFeeTakenOff } from '@gateway/pages/payments/asset-words'
import type { ReactNode } from 'react'
import { Moment } from '../ui/moment.tsx'
import { formatAsset } from '../ui/money.ts'
import { Notice } from '../ui/notice.tsx'
import type { Detail } from './escrow.tsx'

interface Told {
  readonly fact: string
  readonly help: ReactNode
}

/** What is true of the escrow now, and what follows. */
export function StateNotice({ detail }: { readonly detail: Detail }) {
  const { fact, help } = told[detail.escrow.status](detail)
  return (
    <Notice state={detail.escrow.status} fact={fact}>
      {help}
    </Notice>
  )
}

const told: Readonly<Record<Detail['escrow']['status'], (detail: Detail) => Told>> = {
  created: deposit,
  funded: (detail) => ({
    fact: 'The money is held',
    help: <>The depositor can release it or take it back. If nobody decides, it goes back to the depositor on {deadline(detail)}.</>,
  }),
  disputed: (detail) => ({
    fact: 'The parties disagree',
    help: <>Operators decide by {deadline(detail)}. Without a decision the money goes back to the depositor.</>,
  }),
  released: () => ({
    fact: 'Released to the beneficiary',
    help: 'The transfer is being made. The escrow is settled once the transfer is final.',
  }),
  settled: ({ amounts, escrow }) => ({
    fact: `Done: ${formatAsset(amounts.released, escrow.chain)} went to the beneficiary`,
    help: networkFee(escrow.chain),
  }),
  refunded: ({ amounts, escrow }) =>
    escrow.settlement_tx_hash === null
      ? { fact: 'Refunded to the depositor', help: 'The transfer is being made. It is done once the transfer is final.' }
      : { fact: `Done: ${formatAsset(amounts.asked, escrow.chain)} went back to the depositor`, help: networkFee(escrow.chain) },
  expired: () => ({
    fact: 'The escrow has expired',
    help: 'The whole amount did not arrive in time. Whatever arrives goes back to the depositor.',
  }),
}

function deposit(detail: Detail): Told {
  const { amounts, escrow } = detail
  if (amounts.missing === '0') return { fact: 'Deposit seen', help: 'The network is confirming it. There is nothing to do meanwhile.' }
  if (escrow.escrow_address === null) return noAddress(detail)
  const until = <>The whole amount has to be sent by {deadline(detail)}. Otherwise the escrow expires.</>
  if (amounts.deposited === '0') return { fact: 'Waiting for the deposit', help: until }
  return { fact: `${formatAsset(amounts.missing, escrow.chain)} still missing`, help: until }
}

/** Its contract waits for the depositor, or the signer refuses to pay from it. */
const noAddress = (detail: Detail): Told =>
  detail.escrow.depositor_address === null
    ? {
        fact: 'Waits for the customer’s refund address',
        help: <>The customer names it by the link in the e-mail, and pays by {deadline(detail)}. Otherwise the escrow expires.</>,
      }
    : { fact: 'No address is available', help: 'The escrow cannot be paid, and expires by itself.' }

/** Of a created escrow the first deadline counts, of others the last one. */
function deadline({ deadlines, escrow: { status, expires_at } }: Detail): ReactNode {
  const next = status === 'created' ? deadlines[0] : deadlines.at(-1)
  return <Moment at={next?.at ?? expires_at} />
}

const networkFee = (asset: Detail['escrow']['chain']): string | undefined =>
  isNetworkFeeTakenOff(asset) ? 'The network fee was taken off what was paid out.' : undefined
