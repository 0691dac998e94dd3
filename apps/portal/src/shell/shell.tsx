import { CatchBoundary, Outlet, useLocation } from '@tanstack/react-router'
import { Suspense, useEffect, useState } from 'react'
import { rememberBusiness } from '../businesses/last-business.ts'
import { useBusinessId } from '../businesses/use-business.ts'
import { SheetFailed } from './page-failed.tsx'
import { PageLoading } from './page-loading.tsx'
import { Sidebar } from './sidebar.tsx'
import { TopBar } from './top-bar.tsx'

/** Around every page of a business: the navigation, the top bar, and the sheet. */
export function Shell() {
  const [isDrawerOpen, setDrawerOpen] = useState(false)
  const business = useBusinessId()
  const href = useLocation({ select: (location) => location.href })
  useEffect(() => rememberBusiness(business), [business])
  const close = (): void => setDrawerOpen(false)
  return (
    <>
      <a className="skip" href="#main">
        Skip to content
      </a>
      <div className="shell">
        <Suspense fallback={<div className="side" />}>
          <Sidebar isOpen={isDrawerOpen} onNavigate={close} />
        </Suspense>
        {isDrawerOpen && <button type="button" className="drawer-scrim" aria-label="Close navigation" onClick={close} />}
        <div className="stage">
          <TopBar onMenu={() => setDrawerOpen(true)} />
          <main className="sheet-main" id="main" tabIndex={-1}>
            <Suspense fallback={<PageLoading />}>
              <CatchBoundary getResetKey={() => href} errorComponent={SheetFailed}>
                <Outlet />
              </CatchBoundary>
            </Suspense>
          </main>
        </div>
      </div>
    </>
  )
}
