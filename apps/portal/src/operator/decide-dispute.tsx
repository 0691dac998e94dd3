import { type FormEvent, useState } from 'react'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { TextField } from '../ui/field.tsx'
import { Notice } from '../ui/notice.tsx'
import { messageOf } from '../ui/problem.ts'
import { toast } from '../ui/toasts.tsx'
import type { Dispute } from './disputes.tsx'
import { approvalTold, useDecision } from './use-decision.ts'

interface Ruling {
  readonly id: string
  readonly outcome: 'release' | 'refund'
  readonly resolution: string
}

interface DecideProps {
  readonly dispute: Dispute
  readonly decide: (ruling: Ruling) => Promise<{ readonly missing: number }>
  readonly onClose: () => void
}

/** Decides a dispute: the reason is told to both parties, and each button names who gets how much. */
export function DecideDispute({ dispute, decide, onClose }: DecideProps) {
  const { id, amount, fee, blockchain, depositor_address: depositor, beneficiary_address: beneficiary, needed, approved } = dispute
  const [resolution, setResolution] = useState('')
  const deciding = useDecision(decide, (answer) => {
    toast(answer.missing === 0 ? 'The dispute is decided' : approvalTold(answer))
    onClose()
  })
  const rule = (outcome: Ruling['outcome']): void => deciding.mutate({ id, outcome, resolution })
  const isEmpty = resolution.trim() === ''
  const foot = (
    <>
      <Button onClick={onClose}>Decide later</Button>
      <Button look="danger" disabled={isEmpty} busy={deciding.isPending && 'Deciding…'} onClick={() => rule('refund')}>
        Refund the depositor
      </Button>
      <Button look="primary" disabled={isEmpty} busy={deciding.isPending && 'Deciding…'} onClick={() => rule('release')}>
        Release to the beneficiary
      </Button>
    </>
  )
  return (
    <Dialog isOpen onClose={onClose} title={`Decide about ${amount} ${blockchain}`} foot={foot}>
      {deciding.error && <Notice state="failed" fact={messageOf(deciding.error)} isAlert />}
      <form className="stack" onSubmit={(event: FormEvent) => event.preventDefault()}>
        <p dir="auto">{dispute.reason}</p>
        <p>
          A release pays the amount less {fee} {blockchain} to <span className="mono">{beneficiary}</span>. A refund pays everything back to{' '}
          {depositor === null ? <>the address that the depositor still has to name</> : <span className="mono">{depositor}</span>}. Neither
          can be undone.
        </p>
        <p className="hint">
          {needed === 1 ? 'Your decision is final.' : 'Two operators must decide the same.'} Release: {approvedBy(approved.release)}.
          Refund: {approvedBy(approved.refund)}.
        </p>
        <TextField
          label="What both parties are told"
          value={resolution}
          onChange={({ target }) => setResolution(target.value)}
          maxLength={2_000}
          required
        />
      </form>
    </Dialog>
  )
}

const approvedBy = (operators: readonly string[]): string => (operators.length === 0 ? 'no approval yet' : operators.join(', '))
