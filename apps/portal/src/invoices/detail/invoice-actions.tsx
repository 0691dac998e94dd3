import { Ellipsis, PenLine } from 'lucide-react'
import { useState } from 'react'
import { Button, LinkButton } from '../../ui/button.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { Menu, MenuItem } from '../../ui/menu.tsx'
import type { InvoiceAction } from './action-texts.tsx'
import { AskAction } from './ask-action.tsx'
import { CreditInvoice } from './credit-invoice.tsx'
import type { Invoice, InvoiceDetail } from './invoice-detail.ts'
import { MarkPaid } from './mark-paid.tsx'
import { paidActions } from './paid-actions.ts'

type Open = InvoiceAction | 'paid' | 'credit'

const words: Readonly<Record<Open, string>> = {
  send: 'Send…',
  publish: 'Publish without e-mail…',
  resend: 'Send again…',
  remind: 'Remind…',
  paid: 'Mark paid…',
  undo: 'Undo the mark…',
  credit: 'Credit note…',
  cancel: 'Cancel invoice…',
  duplicate: 'Duplicate…',
  remove: 'Delete draft…',
}

const OPEN: readonly Open[] = ['credit', 'resend', 'duplicate', 'cancel']
/** What stands in the menu, by status: the rare actions. */
const rare: Readonly<Record<Invoice['status'], readonly Open[]>> = {
  draft: ['publish', 'duplicate', 'remove'],
  sent: OPEN,
  overdue: OPEN,
  paid: ['duplicate'],
  cancelled: ['duplicate'],
}

/** What can be done with the invoice now; each asks first. */
export function InvoiceActions({ detail: { invoice } }: { readonly detail: InvoiceDetail }) {
  const [open, setOpen] = useState<Open>()
  const close = (): void => setOpen(undefined)
  const trigger = (
    <button type="button" className="btn btn--icon" aria-label="More actions">
      <Ellipsis className="icon" aria-hidden="true" />
    </button>
  )
  return (
    <>
      <Usual invoice={invoice} onOpen={setOpen} />
      <Menu trigger={trigger} label="Invoice" align="end">
        {rare[invoice.status].map((action) => (
          <MenuItem key={action} onSelect={() => setOpen(action)}>
            {words[action]}
          </MenuItem>
        ))}
      </Menu>
      {open === 'paid' && <MarkPaid invoice={invoice} onClose={close} />}
      {open === 'credit' && <CreditInvoice invoice={invoice} onClose={close} />}
      {open !== undefined && open !== 'paid' && open !== 'credit' && <AskAction action={open} invoice={invoice} onClose={close} />}
    </>
  )
}

interface UsualProps {
  readonly invoice: Invoice
  readonly onOpen: (action: Open) => void
}

/** The actions that a status is usually left by, the primary one first. */
function Usual({ invoice, onOpen }: UsualProps) {
  const { id, status, pay_url: url } = invoice
  if (status === 'draft')
    return (
      <>
        <LinkButton to="/b/$business/invoices/$invoice/edit" params={{ invoice: id }}>
          <PenLine className="icon" aria-hidden="true" />
          Edit
        </LinkButton>
        <Button look="primary" onClick={() => onOpen('send')}>
          {words.send}
        </Button>
      </>
    )
  if (status === 'paid')
    return paidActions(invoice).map((action) => (
      <Button key={action} onClick={() => onOpen(action)}>
        {words[action]}
      </Button>
    ))
  if (status === 'cancelled') return null
  return (
    <>
      <Button onClick={() => onOpen('paid')}>{words.paid}</Button>
      <Button onClick={() => onOpen('remind')}>{words.remind}</Button>
      {url !== null && (
        <CopyButton text={url} name="link" look="primary">
          Copy link
        </CopyButton>
      )}
    </>
  )
}
