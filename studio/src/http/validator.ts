import Ajv, { type ErrorObject } from "ajv";
import addFormats from "ajv-formats";
import { fullFormats } from "ajv-formats/dist/formats";
import type { FastifySchemaCompiler } from "fastify";
import { pointer } from "../json/pointer";
import { jsonFaults } from "../json/sound";
import type { ProblemFinding } from "./problem";

/** RFC 3339 as far as Date and PostgreSQL read it too: no leap second, no year 0, no offset that no place on earth has. */
const MAX_OFFSET_H = 14;
const { validate: isRfc3339 } = fullFormats["date-time"] as { validate(text: string): boolean };

function isInstant(text: string): boolean {
  const [, hours = "0"] = /[+-](\d\d):?\d\d$/.exec(text) ?? [];
  return (
    isRfc3339(text) && !text.startsWith("0000") && Number(hours) <= MAX_OFFSET_H && !Number.isNaN(Date.parse(text))
  );
}

const withFormats = (ajv: Ajv) => addFormats(ajv).addFormat("date-time", isInstant);

// Bodies are taken as they are; text of a query or a path becomes the number or boolean its schema asks for.
const strict = withFormats(new Ajv({ allErrors: true, useDefaults: true, strict: false }));
const coercing = withFormats(new Ajv({ allErrors: true, useDefaults: true, coerceTypes: "array", strict: false }));

/** More than this helps nobody, and an answer must not grow with what was sent. */
const MAX_FINDINGS = 50;
/** A query is names with texts or lists of them. */
const MAX_QUERY_DEPTH = 4;

export class RequestFault extends Error {
  constructor(
    readonly part: string,
    readonly findings: ProblemFinding[],
  ) {
    super("request does not match its schema");
  }
}

export const compileValidator: FastifySchemaCompiler<object> = ({ schema, httpPart }) => {
  const part = httpPart ?? "body";
  const validate = (part === "body" ? strict : coercing).compile(schema);
  return (value: unknown) => {
    // Bodies were looked at when they were parsed.
    const [odd] = part === "body" ? [] : jsonFaults(value, MAX_QUERY_DEPTH);
    if (odd !== undefined) {
      const message = "holds a NUL or half a character";
      return { error: new RequestFault(part, [{ nodeId: null, path: pointer(odd.keys), message }]) };
    }
    if (validate(value)) return { value };
    return { error: new RequestFault(part, (validate.errors ?? []).slice(0, MAX_FINDINGS).map(findingOf)) };
  };
};

function findingOf(error: ErrorObject): ProblemFinding {
  const at = (name: string) => `${error.instancePath}/${name.replace(/~/g, "~0").replace(/\//g, "~1")}`;
  switch (error.keyword) {
    case "required":
      return { nodeId: null, path: at(error.params["missingProperty"]), message: "is missing" };
    case "additionalProperties":
      return { nodeId: null, path: at(error.params["additionalProperty"]), message: "is not a known name" };
    case "enum":
      return {
        nodeId: null,
        path: error.instancePath,
        message: `must be one of ${error.params["allowedValues"].join(", ")}`,
      };
    default:
      return { nodeId: null, path: error.instancePath, message: error.message ?? "is not valid" };
  }
}
