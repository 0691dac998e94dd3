import './styles/portal.css'
import { CSPProvider } from '@base-ui/react/csp-provider'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { lazy, StrictMode, Suspense } from 'react'
import { createRoot } from 'react-dom/client'
import { router } from './routes.tsx'
import { queryClient } from './trpc.ts'
import { applyTheme } from './shell/theme.ts'

// Both are shown after something was done, so they may come after the page.
const ConfirmIdentity = lazy(async () => ({ default: (await import('./accounts/confirm-identity.tsx')).ConfirmIdentity }))
const Toasts = lazy(async () => ({ default: (await import('./ui/toasts.tsx')).Toasts }))

applyTheme()

const place = document.getElementById('portal')
if (!place) throw new Error('The page has no place for the portal')
createRoot(place).render(
  <StrictMode>
    <CSPProvider disableStyleElements>
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
        <Suspense>
          <ConfirmIdentity />
        </Suspense>
        <Suspense>
          <Toasts />
        </Suspense>
      </QueryClientProvider>
    </CSPProvider>
  </StrictMode>,
)
