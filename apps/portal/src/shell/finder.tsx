import { type FormEvent, useRef, useState } from 'react'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { TextField } from '../ui/field.tsx'
import { Found } from './found.tsx'

/** Finds payments, escrows and series from anywhere. */
export function Finder({ onClose }: { readonly onClose: () => void }) {
  const [text, setText] = useState('')
  const [asked, setAsked] = useState({ text: '', times: 0 })
  const field = useRef<HTMLInputElement>(null)
  const find = (event: FormEvent): void => {
    event.preventDefault()
    setAsked(({ times }) => ({ text: text.trim(), times: times + 1 }))
  }
  return (
    <Dialog isOpen onClose={onClose} title="Find payments, escrows and series" initialFocus={field}>
      <form className="stack" onSubmit={find}>
        <TextField
          ref={field}
          label="Order, ID, address or transaction"
          value={text}
          onChange={(event) => setText(event.target.value)}
          autoComplete="off"
          spellCheck={false}
        />
        {asked.text !== '' && <Found key={asked.times} text={asked.text} onOpen={onClose} />}
        <div className="dialog__foot dialog__foot--form">
          <Button onClick={onClose}>Close</Button>
          <Button look="primary" type="submit">
            Find
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
