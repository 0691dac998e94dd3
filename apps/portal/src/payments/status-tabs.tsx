import { useSearch } from '@tanstack/react-router'
import { StatusLinks } from '../ui/list/status-links.tsx'

const tabs = [
  ['All', undefined],
  ['Pending', 'pending'],
  ['Confirming', 'detected'],
  ['Completed', 'confirmed,forwarding,forwarded'],
  ['Expired', 'expired'],
  ['Failed', 'failed'],
] as const

/** The stages of a payment, as links; other filters stay. */
export function StatusTabs() {
  const filters = useSearch({ from: '/signed-in/b/$business/payments' })
  return <StatusLinks to="/b/$business/payments" tabs={tabs} search={{ ...filters, cursor: undefined }} />
}
