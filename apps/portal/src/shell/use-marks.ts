import { useAttention } from '../home/use-attention.ts'

/** A mark beside a place, and what it stands for. */
interface Mark {
  readonly mark: string
  readonly told: string
}

/** The marks in the navigation: how much needs a person, beside the page that lists it, and a receiver that fails. */
export function useMarks(): Readonly<Partial<Record<string, Mark>>> {
  const attention = useAttention()
  const count = attention.length
  return {
    ...(count > 0 && { '/b/$business': { mark: String(count), told: count === 1 ? '1 needs attention' : `${count} need attention` } }),
    ...(attention.some(({ kind }) => kind === 'webhook_failing') && {
      '/b/$business/webhooks': { mark: '!', told: 'The endpoint is failing' },
    }),
  }
}
