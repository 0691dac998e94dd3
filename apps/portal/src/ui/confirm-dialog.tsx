import { type ReactNode, useRef, useState } from 'react'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'
import { TextField } from './field.tsx'
import { Notice } from './notice.tsx'

/** What is asked, and the two ways out. */
export interface ConfirmProps {
  readonly isOpen: boolean
  readonly onClose: () => void
  readonly title: ReactNode
  /** The consequences, above the buttons. */
  readonly children: ReactNode
  /** The safe way out, such as "Keep key". */
  readonly keep: string
  /** Repeats the verb and the object of the title. */
  readonly act: string
  readonly busy: string
  readonly onAct: () => void
  readonly isBusy: boolean
  readonly isDanger?: boolean
  /** The text to type first, for a step that cannot be undone. */
  readonly word?: string
  readonly error?: string | undefined
}

/** Asks before something that moves money or breaks something: the consequence, the safe button first, then the verb. */
export function ConfirmDialog(props: ConfirmProps) {
  const { isOpen, onClose, title, children, keep, act, busy, onAct, isBusy, isDanger, word, error } = props
  const safe = useRef<HTMLButtonElement>(null)
  const [typed, setTyped] = useState('')
  const close = (): void => {
    setTyped('')
    onClose()
  }
  const foot = (
    <>
      <Button ref={safe} onClick={close}>
        {keep}
      </Button>
      <Button look={isDanger ? 'danger' : 'primary'} onClick={onAct} busy={isBusy && busy} disabled={word !== undefined && typed !== word}>
        {act}
      </Button>
    </>
  )
  return (
    <Dialog isOpen={isOpen} onClose={close} title={title} foot={foot} initialFocus={safe}>
      {children}
      {word !== undefined && (
        <TextField
          label={`Type ${word} to confirm`}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
          autoComplete="off"
          spellCheck={false}
        />
      )}
      {error && <Notice state="failed" fact={error} isAlert />}
    </Dialog>
  )
}
