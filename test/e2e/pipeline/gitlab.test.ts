import { gitlabCi } from "../../support/pipeline/gitlab";
import { describeLife } from "./life";
import { repository } from "./pipeline";

describeLife(gitlabCi(repository), { review: "review" });
