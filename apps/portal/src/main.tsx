import './styles/portal.css'
import { CSPProvider } from '@base-ui/react/csp-provider'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { lazy, StrictMode, Suspense } from 'react'
import { createRoot } from 'react-dom/client'
import { ConfirmIdentity } from './accounts/confirm-identity.tsx'
import { router } from './routes.tsx'
import { queryClient } from './trpc.ts'
import { applyTheme } from './shell/theme.ts'

// It is shown after something was done, so it may come after the page.
const Toasts = lazy(async () => ({ default: (await import('./ui/toasts.tsx')).Toasts }))

applyTheme()

const place = document.getElementById('portal')
if (!place) throw new Error('The page has no place for the portal')
createRoot(place).render(
  <StrictMode>
    <CSPProvider disableStyleElements>
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
        <ConfirmIdentity />
        <Suspense>
          <Toasts />
        </Suspense>
      </QueryClientProvider>
    </CSPProvider>
  </StrictMode>,
)
