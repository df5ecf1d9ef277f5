import { githubActions } from "../../support/pipeline/github";
import { describeLife } from "./life";
import { repository } from "./pipeline";

describeLife(githubActions(repository), { review: "environment" });
