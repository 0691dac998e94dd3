import { type ReactNode, useState } from 'react'
import { Button } from './button.tsx'
import { CopyButton } from './copy-button.tsx'
import { Dialog } from './dialog.tsx'
import { CheckField } from './field.tsx'

/** Shows something once: it cannot be closed by accident, and "Done" unlocks when the reader says that it is stored. */
export function OneTimeSecret({
  title,
  secret,
  name,
  children,
  onDone,
}: {
  readonly title: string
  readonly secret: string
  readonly name: string
  readonly children?: ReactNode
  readonly onDone: () => void
}) {
  const [isStored, setStored] = useState(false)
  const foot = (
    <Button look="primary" onClick={onDone} disabled={!isStored}>
      Done
    </Button>
  )
  return (
    <Dialog isOpen onClose={() => {}} title={title} foot={foot} isWide isLocked>
      {children ?? <p>This is the only time it is shown.</p>}
      <div className="secret">
        <output>{secret}</output>
        <div className="row">
          <CopyButton text={secret} name={name} look="primary">
            Copy
          </CopyButton>
        </div>
      </div>
      <CheckField checked={isStored} onChange={(event) => setStored(event.target.checked)}>
        I have stored it in a safe place
      </CheckField>
    </Dialog>
  )
}
