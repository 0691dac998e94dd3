import { Link } from '@tanstack/react-router'
import { ArrowLeft } from 'lucide-react'
import { type ReactNode, Suspense } from 'react'
import { Brand } from './brand.tsx'
import { PageLoading } from './page-loading.tsx'

/** A page of the merchant rather than of one business: without the sidebar, with a way back. */
export function Alone({ children }: { readonly children: ReactNode }) {
  return (
    <div className="stage stage--alone">
      <header className="top">
        <Brand />
        <Link className="btn btn--ghost push" to="/">
          <ArrowLeft className="icon flip" aria-hidden="true" />
          Back to the business
        </Link>
      </header>
      <main className="sheet-main" id="main">
        <Suspense fallback={<PageLoading />}>{children}</Suspense>
      </main>
    </div>
  )
}
