import { CircleHelp, Lock, Scale } from 'lucide-react'
import { useState } from 'react'
import { confirmed } from '../../accounts/confirmed.ts'
import { api, trpc } from '../../trpc.ts'
import { Ask } from '../../ui/ask.tsx'
import { Button } from '../../ui/button.tsx'
import { Transaction } from '../../ui/list/transaction.tsx'
import { formatAsset } from '../../ui/money.ts'
import { Notice } from '../../ui/notice.tsx'
import { askedOf, isWatched, type Refund, shownAmount } from './refund.ts'

type Transfer = Refund['transfers'][number]

interface AskedTransfersProps {
  readonly refund: Refund
  readonly explorer: string | null
}

/** Transfers to the address of which only the merchant knows whether they pay this refund. */
export function AskedTransfers({ refund, explorer }: AskedTransfersProps) {
  const [chosen, setChosen] = useState<Transfer>()
  const named = new Set(refund.named_transactions.map(({ tx_hash: id }) => id))
  const asked = isWatched(refund) ? askedOf(refund).filter(({ tx_hash: id }) => !named.has(id)) : []
  return (
    <>
      {asked.map((transfer) => (
        <Notice
          key={`${transfer.tx_hash} ${transfer.amount}`}
          state="held"
          fact={`${formatAsset(transfer.amount, refund.blockchain)} came to this address`}
          actions={
            <Button size="sm" onClick={() => setChosen(transfer)}>
              This is it…
            </Button>
          }
        >
          <Transaction id={transfer.tx_hash} explorer={explorer} /> could be of another refund, or older than this one. It counts once you
          say that it is this one.
        </Notice>
      ))}
      {chosen && <CountTransfer refund={refund} transfer={chosen} onClose={() => setChosen(undefined)} />}
    </>
  )
}

interface CountTransferProps {
  readonly refund: Refund
  readonly transfer: Transfer
  readonly onClose: () => void
}

function CountTransfer({ refund, transfer: { tx_hash: txHash, amount }, onClose }: CountTransferProps) {
  return (
    <Ask
      title={`Count ${formatAsset(amount, refund.blockchain)} for the refund of ${shownAmount(refund)}?`}
      keep="Not now"
      act="This is it"
      busy="Naming…"
      done="The gateway looks the transaction up."
      consequences={[
        [Scale, 'What the transaction pays to the address counts for this refund'],
        [CircleHelp, 'It counts for no other refund from then on'],
        [Lock, 'It cannot be taken back'],
      ]}
      work={() =>
        confirmed(() => api.payments.portal.refunds.nameTransaction.mutate({ id: refund.payment_id, refundId: refund.id, txHash }))
      }
      changes={trpc.payments.pathKey()}
      onClose={onClose}
    />
  )
}
