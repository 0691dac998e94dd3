import { type ReactNode, useState } from 'react'
import { Button } from './button.tsx'
import { CopyButton } from './copy-button.tsx'
import { Dialog } from './dialog.tsx'
import { CheckField } from './field.tsx'

/** Something that is shown once. */
interface Secret {
  /** Such as "API key". */
  readonly name: string
  readonly secret: string
}

interface OnceProps {
  readonly title: string
  readonly children?: ReactNode
  readonly onDone: () => void
}

/** Shows one secret once. */
export const OneTimeSecret = ({ secret, name, ...once }: OnceProps & Secret) => <OneTimeSecrets {...once} secrets={[{ name, secret }]} />

/** Shows secrets once: they cannot be closed by accident, and "Done" unlocks when the reader says that they are stored. */
export function OneTimeSecrets({ title, secrets, children, onDone }: OnceProps & { readonly secrets: readonly Secret[] }) {
  const [isStored, setStored] = useState(false)
  const isOne = secrets.length === 1
  const foot = (
    <Button look="primary" onClick={onDone} disabled={!isStored}>
      Done
    </Button>
  )
  return (
    <Dialog isOpen onClose={() => {}} title={title} foot={foot} isWide isLocked>
      {children ?? <p>This is the only time it is shown.</p>}
      {secrets.map(({ name, secret }) => (
        <div key={name} className="secret">
          {!isOne && <span className="label">{name}</span>}
          <output>{secret}</output>
          <div className="row">
            <CopyButton text={secret} name={name} look={isOne ? 'primary' : 'ghost'}>
              {isOne ? 'Copy' : `Copy ${name.toLowerCase()}`}
            </CopyButton>
          </div>
        </div>
      ))}
      <CheckField checked={isStored} onChange={(event) => setStored(event.target.checked)}>
        I have stored {isOne ? 'it' : 'them'} in a safe place
      </CheckField>
    </Dialog>
  )
}
