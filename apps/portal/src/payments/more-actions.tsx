import { Ellipsis, FileBraces, Link2 } from 'lucide-react'
import { Menu, MenuItem } from '../ui/menu.tsx'
import { toast } from '../ui/toasts.tsx'
import type { Detail } from './payment.tsx'

/** The rare actions of a payment: its link, and the payment as the API gives it. */
export function MoreActions({ payment }: Pick<Detail, 'payment'>) {
  const copy = (text: string, told: string): void => void navigator.clipboard.writeText(text).then(() => toast(told))
  const trigger = (
    <button type="button" className="btn btn--icon" aria-label="More actions">
      <Ellipsis className="icon" aria-hidden="true" />
    </button>
  )
  return (
    <Menu trigger={trigger} label="Payment" align="end">
      <MenuItem onSelect={() => copy(payment.checkout_url, 'Checkout link copied')}>
        <Link2 className="icon" aria-hidden="true" />
        Copy checkout link
      </MenuItem>
      <MenuItem onSelect={() => copy(JSON.stringify(payment, null, 2), 'Payment copied as JSON')}>
        <FileBraces className="icon" aria-hidden="true" />
        Copy as JSON
      </MenuItem>
    </Menu>
  )
}
