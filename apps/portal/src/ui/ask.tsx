import { type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query'
import { ConfirmDialog, type ConfirmProps } from './confirm-dialog.tsx'
import { Consequences, type ConsequenceRow } from './consequences.tsx'
import { messageOf } from './problem.ts'
import { toast } from './toasts.tsx'

interface AskProps<Answer> extends Omit<ConfirmProps, 'isOpen' | 'children' | 'onAct' | 'isBusy' | 'error'> {
  readonly consequences: readonly ConsequenceRow[]
  /** What is done once it is confirmed. */
  readonly work: () => Promise<Answer>
  /** Says that it is done; what it says may depend on the answer. */
  readonly done: string | ((answer: Answer) => string)
  /** What is read again afterwards. */
  readonly changes: QueryKey
}

/** Asks before something is done, names the consequences, and does it. A refusal is told in the dialog. */
export function Ask<Answer>({ consequences, work, done, changes, onClose, ...texts }: AskProps<Answer>) {
  const client = useQueryClient()
  const call = useMutation({
    mutationFn: work,
    onSuccess: (answer) => {
      toast(typeof done === 'string' ? done : done(answer))
      onClose()
    },
    onSettled: () => client.invalidateQueries({ queryKey: changes }),
  })
  return (
    <ConfirmDialog
      {...texts}
      isOpen
      onClose={onClose}
      isBusy={call.isPending}
      onAct={() => call.mutate()}
      error={call.error ? messageOf(call.error) : undefined}
    >
      <Consequences rows={consequences} />
    </ConfirmDialog>
  )
}
