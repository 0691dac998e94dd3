import { useNavigate } from '@tanstack/react-router'
import { type FormEvent, useRef, useState } from 'react'
import { useBusinessId } from '../businesses/use-business.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { TextField } from '../ui/field.tsx'

/** Finds payments from anywhere. */
export function Finder({ onClose }: { readonly onClose: () => void }) {
  const [text, setText] = useState('')
  const business = useBusinessId()
  const navigate = useNavigate()
  const field = useRef<HTMLInputElement>(null)
  const find = (event: FormEvent): void => {
    event.preventDefault()
    onClose()
    void navigate({ to: '/b/$business/payments', params: { business }, search: { q: text.trim() || undefined } })
  }
  return (
    <Dialog isOpen onClose={onClose} title="Find payments" initialFocus={field}>
      <form className="stack" onSubmit={find}>
        <TextField
          ref={field}
          label="Payment ID, address or transaction"
          value={text}
          onChange={(event) => setText(event.target.value)}
          autoComplete="off"
          spellCheck={false}
        />
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
