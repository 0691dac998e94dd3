import { useMutation } from '@tanstack/react-query'
import { Eye } from 'lucide-react'
import { confirmed } from './confirmed.ts'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { Consequences, type ConsequenceRow } from '../ui/consequences.tsx'
import { messageOf } from '../ui/problem.ts'
import { OneTimeSecret } from '../ui/secret.tsx'

/** A new secret, and until when the one before it still counts. */
interface Rotated {
  readonly secret: string
  readonly previousValidUntil: string
}

/** The words and the work of a rotation. */
interface Props {
  readonly onClose: () => void
  readonly title: string
  /** Two lines: what changes at once, and what becomes of the present secret. */
  readonly consequences: readonly ConsequenceRow[]
  readonly work: () => Promise<Rotated>
  readonly onDone?: () => unknown
  /** The new secret by name, and the sentence about the former one before its last moment. */
  readonly shown: { readonly title: string; readonly name: string; readonly former: string }
}

/** Asks, rotates a secret after a confirmation, and shows the new one once. */
export function RotateSecret({ onClose, title, consequences, work, onDone, shown }: Props) {
  const rotate = useMutation({ mutationFn: () => confirmed(work), onSuccess: () => onDone?.() })
  if (rotate.data)
    return (
      <OneTimeSecret title={shown.title} secret={rotate.data.secret} name={shown.name} onDone={onClose}>
        <p>
          {shown.former} until {new Date(rotate.data.previousValidUntil).toLocaleString('en-GB')}.
        </p>
      </OneTimeSecret>
    )
  return (
    <ConfirmDialog
      isOpen
      onClose={onClose}
      title={title}
      keep="Keep secret"
      act="Rotate secret"
      busy="Rotating…"
      isBusy={rotate.isPending}
      onAct={() => rotate.mutate()}
      error={rotate.error ? messageOf(rotate.error) : undefined}
    >
      <Consequences rows={[...consequences, [Eye, 'The new secret is shown once']]} />
    </ConfirmDialog>
  )
}
