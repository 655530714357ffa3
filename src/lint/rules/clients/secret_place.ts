import { textRule } from "../../text_rule.ts";

/** Texts send nobody to secrets. */
export const secretPlace = textRule({
  id: "secret-place",
  level: "warning",
  title: "Texts name no places of secrets",
  why: "A description that speaks of keys and passwords makes a model read them",
  mend: "Say what the tool needs without the place, or declare the path as an input",
  patterns: [
    [
      /(~|\$HOME|\/root|\/home\/\w+)\/\.(ssh|aws|gnupg|kube|docker|netrc|config\/gcloud|bash_history|mozilla)\b|\bid_(rsa|ed25519|ecdsa)\b|\/etc\/shadow\b|\/proc\/self\/environ\b|\bmcp\.json\b/i,
      "a place of secrets",
    ],
  ],
});
