import * as z from 'zod';
/** Text, an id or a date, and numbers and JSON as they are typed; a list of ids or lines; a flag; or null for none. */
declare const draftValue: z.ZodUnion<readonly [z.ZodString, z.ZodReadonly<z.ZodArray<z.ZodString>>, z.ZodBoolean, z.ZodNull]>;
export type DraftValue = z.output<typeof draftValue>;
declare const commentDraft: z.ZodObject<{
    text: z.ZodString;
    access: z.ZodEnum<{
        EXTERNAL: "EXTERNAL";
        INTERNAL: "INTERNAL";
    }>;
    externalId: z.ZodString;
    sentText: z.ZodOptional<z.ZodString>;
    waiting: z.ZodOptional<z.ZodNumber>;
    failed: z.ZodOptional<z.ZodObject<{
        sentence: z.ZodString;
        passing: z.ZodBoolean;
    }, z.core.$strip>>;
}, z.core.$strip>;
export type CommentDraft = z.output<typeof commentDraft>;
export declare const draft: z.ZodObject<{
    version: z.ZodLiteral<1>;
    title: z.ZodString;
    touched: z.ZodRecord<z.ZodString, z.ZodUnion<readonly [z.ZodString, z.ZodReadonly<z.ZodArray<z.ZodString>>, z.ZodBoolean, z.ZodNull]>>;
    base: z.ZodOptional<z.ZodRecord<z.ZodString, z.ZodUnion<readonly [z.ZodString, z.ZodReadonly<z.ZodArray<z.ZodString>>, z.ZodBoolean, z.ZodNull]>>>;
    making: z.ZodOptional<z.ZodObject<{
        implied: z.ZodRecord<z.ZodString, z.ZodUnion<readonly [z.ZodString, z.ZodReadonly<z.ZodArray<z.ZodString>>, z.ZodBoolean, z.ZodNull]>>;
        cycle: z.ZodOptional<z.ZodObject<{
            id: z.ZodString;
            name: z.ZodString;
        }, z.core.$strip>>;
        externalId: z.ZodString;
        origin: z.ZodOptional<z.ZodString>;
        sent: z.ZodOptional<z.ZodObject<{
            at: z.ZodNumber;
            values: z.ZodRecord<z.ZodString, z.ZodUnion<readonly [z.ZodString, z.ZodReadonly<z.ZodArray<z.ZodString>>, z.ZodBoolean, z.ZodNull]>>;
        }, z.core.$strip>>;
    }, z.core.$strip>>;
    composer: z.ZodOptional<z.ZodObject<{
        text: z.ZodString;
        access: z.ZodEnum<{
            EXTERNAL: "EXTERNAL";
            INTERNAL: "INTERNAL";
        }>;
        externalId: z.ZodString;
        sentText: z.ZodOptional<z.ZodString>;
        waiting: z.ZodOptional<z.ZodNumber>;
        failed: z.ZodOptional<z.ZodObject<{
            sentence: z.ZodString;
            passing: z.ZodBoolean;
        }, z.core.$strip>>;
    }, z.core.$strip>>;
    palette: z.ZodOptional<z.ZodObject<{
        text: z.ZodString;
        access: z.ZodEnum<{
            EXTERNAL: "EXTERNAL";
            INTERNAL: "INTERNAL";
        }>;
        externalId: z.ZodString;
        sentText: z.ZodOptional<z.ZodString>;
        waiting: z.ZodOptional<z.ZodNumber>;
        failed: z.ZodOptional<z.ZodObject<{
            sentence: z.ZodString;
            passing: z.ZodBoolean;
        }, z.core.$strip>>;
    }, z.core.$strip>>;
    code: z.ZodOptional<z.ZodRecord<z.ZodString, z.ZodObject<{
        text: z.ZodString;
        access: z.ZodEnum<{
            EXTERNAL: "EXTERNAL";
            INTERNAL: "INTERNAL";
        }>;
        externalId: z.ZodString;
        sentText: z.ZodOptional<z.ZodString>;
        waiting: z.ZodOptional<z.ZodNumber>;
        failed: z.ZodOptional<z.ZodObject<{
            sentence: z.ZodString;
            passing: z.ZodBoolean;
        }, z.core.$strip>>;
    }, z.core.$strip>>>;
    edits: z.ZodOptional<z.ZodRecord<z.ZodString, z.ZodObject<{
        html: z.ZodString;
        base: z.ZodString;
    }, z.core.$strip>>>;
    at: z.ZodNumber;
}, z.core.$strip>;
export type Draft = z.output<typeof draft>;
/** Where in a draft a comment is being written. */
export type CommentSlot = 'composer' | 'palette' | {
    readonly code: string;
};
export declare function commentIn(one: Draft | undefined, slot: CommentSlot): CommentDraft | undefined;
/** The part of a draft that holds this comment, or nothing in its place. */
export declare function withComment(one: Draft, slot: CommentSlot, comment: CommentDraft | undefined): Partial<Draft>;
/** The comment with this text; what was said of another text is no longer true. `before` is at least its `externalId`. */
export declare function rewritten(before: Pick<CommentDraft, 'externalId'> & Partial<CommentDraft>, text: string, access: CommentDraft['access']): CommentDraft;
export declare function emptyDraft(title: string, at: number): Draft;
/** Nothing in it is worth keeping. */
export declare function isEmpty(one: Draft): boolean;
export {};
