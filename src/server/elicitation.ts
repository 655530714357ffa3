/**
 * The form that asks a person (MCP, client/elicitation; the same in both eras).
 *
 * @module
 */

/** The request. A box must be ticked: a client that only closes a dialog has said nothing. */
export function elicitation(message: string) {
  return {
    method: "elicitation/create",
    params: {
      mode: "form",
      message,
      requestedSchema: {
        type: "object",
        properties: {
          confirm: {
            type: "boolean",
            title: "Run it",
            description: "Whether to run this call",
            default: false,
          },
        },
        required: ["confirm"],
      },
    },
  } as const;
}

/** Whether an answer is a yes: an accepted form with the box ticked. */
export function isYes(answer: unknown): boolean {
  const { action, content } = (answer ?? {}) as {
    action?: unknown;
    content?: { confirm?: unknown };
  };
  return action === "accept" && content?.confirm === true;
}
