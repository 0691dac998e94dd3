/** What stands in the sheet while a page is fetched. */
export function PageLoading() {
  return (
    <section aria-busy="true">
      <p className="sr-only" role="status">
        Loading
      </p>
      <div className="page-head">
        <span className="skel" />
      </div>
      <span className="skel" />
      <span className="skel" />
    </section>
  )
}
