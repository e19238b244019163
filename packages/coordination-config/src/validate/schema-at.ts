import { z } from "zod";

/** What the schema says about a key: its meaning, an example, its default. */
export interface KeyHelp {
  readonly description: string | undefined;
  readonly example: unknown;
  readonly default: unknown;
  readonly optional: boolean;
}

interface Wrapper {
  readonly innerType?: z.ZodType;
  readonly defaultValue?: unknown;
}

/** The part of a schema that describes what stands at a path, or undefined where it says nothing. */
export function schemaAt(schema: z.ZodType, path: readonly PropertyKey[]): z.ZodType | undefined {
  return path.reduce<z.ZodType | undefined>(
    (at, step) => (at === undefined ? undefined : childOf(bare(at), step)),
    schema,
  );
}

/** What a person has to know to correct the value at a path. */
export function keyHelp(schema: z.ZodType, path: readonly PropertyKey[]): KeyHelp {
  const found = schemaAt(schema, path);
  const layers = found === undefined ? [] : layersOf(found);
  const metas = layers.map((layer) => z.globalRegistry.get(layer));
  return {
    description: metas.find((meta) => meta?.description !== undefined)?.description,
    example: metas
      .map((meta) => (meta?.["examples"] as unknown[] | undefined)?.[0])
      .find((each) => each !== undefined),
    default: layers.map((layer) => (layer.def as Wrapper).defaultValue).find((each) => each !== undefined),
    optional: layers.some((layer) => ["optional", "default"].includes(layer.def.type)),
  };
}

/** A schema and what its wrappers wrap, outermost first. */
function layersOf(schema: z.ZodType): z.ZodType[] {
  const { innerType } = schema.def as Wrapper;
  return innerType === undefined ? [schema] : [schema, ...layersOf(innerType)];
}

function bare(schema: z.ZodType): z.ZodType {
  return layersOf(schema).at(-1) as z.ZodType;
}

function childOf(schema: z.ZodType, step: PropertyKey): z.ZodType | undefined {
  if (schema instanceof z.ZodObject) return (schema.shape as Record<PropertyKey, z.ZodType>)[step];
  if (schema instanceof z.ZodArray) return schema.element as z.ZodType;
  if (!(schema instanceof z.ZodUnion)) return undefined;
  const options = (schema.options as z.ZodType[]).map((option) => childOf(bare(option), step));
  return options.find((option) => option !== undefined);
}
