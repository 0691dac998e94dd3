import { Link, useSearch } from '@tanstack/react-router'

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
  const { status } = useSearch({ from: '/signed-in/b/$business/payments' })
  return (
    <nav className="tabs" aria-label="Status">
      {tabs.map(([word, wanted]) => (
        <Link
          key={word}
          from="/b/$business/payments"
          to="/b/$business/payments"
          search={(old) => ({ ...old, status: wanted, cursor: undefined })}
          activeProps={{}}
          aria-current={status === wanted ? 'page' : undefined}
        >
          {word}
        </Link>
      ))}
    </nav>
  )
}
