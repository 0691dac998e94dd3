import tailwind from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

/** Where the API of `npm run dev` listens; the hot-reloading server passes everything that is not the portal's on to it. */
const API = 'http://127.0.0.1:4000'

export default defineConfig({
  base: '/dashboard/',
  plugins: [react(), tailwind()],
  // The api writes a nonce of its own into each answer in the place of this one.
  html: { cspNonce: '__NONCE__' },
  build: { outDir: 'dist', emptyOutDir: true, manifest: true, modulePreload: { polyfill: false }, assetsInlineLimit: 0, target: 'es2024' },
  server: { port: 4100, proxy: Object.fromEntries(['/trpc', '/api', '/assets', '/portal', '/pay'].map((path) => [path, API])) },
})
