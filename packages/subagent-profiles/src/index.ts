export {
  activeProfiles,
  defaultSubagentTypes,
  findProblem,
  findProfile,
  type ActiveProfiles,
} from "./activate/active-profiles.ts";
export { builtInProfiles } from "./built-in/built-in-profiles.ts";
export {
  discoverProfiles,
  type ProfileCatalog,
  type ProfileProblem,
  type ProfileSource,
} from "./discover/discover-profiles.ts";
export { parseProfile, type ParseProfileOptions } from "./parse/parse-profile.ts";
export { type NeedLevel, type RoleNeed, type RoleNeeds, needsSchema, roleNeeds } from "./parse/role-needs.ts";
export { frontMatterSchema, type SubagentProfile } from "./parse/subagent-profile.ts";
export { profileTemplate } from "./scaffold/profile-template.ts";
export { discoverSkills, type Skill } from "./skills/discover-skills.ts";
export { SubagentProfilesError, type SubagentProfilesErrorCode } from "./subagent-profiles-error.ts";
export { suggestNovelty, type Checklist } from "./suggest/suggest-novelty.ts";
