import { textRule } from "../../text_rule.ts";

const NAMES =
  "important|system|assistant|user|human|instructions?|secret|hidden|prompt|override|admin|critical|attention|tool_call|function_call|thinking|s|INST";

/** Texts describe tools, they do not talk to models. */
export const modelMarkup = textRule({
  id: "model-markup",
  level: "error",
  title: "Texts hold no markup that speaks to a model",
  why: "A description is read by the model as if its user had written it",
  mend: "Describe what the tool does in plain words",
  patterns: [
    [new RegExp(`</?(${NAMES})\\b[^<>]{0,80}>`, "i"), "markup that speaks to a model"],
    [/<\|[a-z_]{1,30}\|>|\[\/?INST\]|<<\/?SYS>>/i, "a mark of a chat format"],
    [/<!--/, "a comment that no page shows"],
    [
      /\b(ignore|disregard|forget)\s+(all\s+|any\s+|the\s+|your\s+){0,3}(previous|prior|earlier|above|other)\s+(instructions?|rules?|prompts?|messages?)/i,
      "an order to the model",
    ],
    [
      /\b(do not|don't|never)\s+(tell|mention|inform|show|reveal)\b[^.]{0,40}\b(user|human|person)\b/i,
      "an order to hide something from the user",
    ],
  ],
});
