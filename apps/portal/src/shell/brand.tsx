/** The wordmark of the product. */
export function Brand() {
  return (
    <span className="brand">
      <svg
        className="wordmark"
        viewBox="0 0 86 24"
        fill="none"
        stroke="currentColor"
        strokeWidth="2"
        strokeLinecap="round"
        strokeLinejoin="round"
        role="img"
        aria-label="Gateway"
      >
        <path d="M13.9 6.6A6.7 6.7 0 1 0 15.5 12H10" />
        <circle cx="23" cy="13.2" r="4.3" />
        <path d="M27.3 8.7v9M32.3 5v9.9a2.7 2.7 0 0 0 2.7 2.7h.8M30 9h5.8M38.2 13.2h8.5a4.3 4.3 0 1 0-1.3 3.1M49.4 8.9l2.9 8.4 3-8.4 3 8.4 2.9-8.4" />
        <circle cx="67.7" cy="13.2" r="4.3" />
        <path d="M72 8.7v9M75.3 8.9l3.5 8.3M82.3 8.9 77.6 20.3a2 2 0 0 1-1.9 1.2h-.5" />
      </svg>
    </span>
  )
}
