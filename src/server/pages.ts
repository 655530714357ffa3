/**
 * Pages of a list, by opaque cursors (MCP, server/utilities/pagination).
 *
 * @module
 */

const PAGE_SIZE = 100;

/** One page, or undefined for a cursor that was never given out. */
export function pageOf<T>(
  all: readonly T[],
  cursor: string | undefined,
  size = PAGE_SIZE,
): { items: T[]; next?: string } | undefined {
  const start = cursor === undefined ? 0 : startOf(cursor);
  if (start === undefined || (cursor !== undefined && start >= all.length)) return undefined;
  const end = start + size;
  return { items: all.slice(start, end), ...(end < all.length && { next: btoa(String(end)) }) };
}

function startOf(cursor: string): number | undefined {
  try {
    const start = Number(atob(cursor));
    return Number.isInteger(start) && start > 0 ? start : undefined;
  } catch {
    return undefined;
  }
}
